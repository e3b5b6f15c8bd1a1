// One-shot mode: says the messages one after the other and writes the last answer, or every event as a line
// of JSON. Knows a session and a place to write to, nothing of arguments or processes.
import type { UserMessage } from "@oh-my-pi/pi-ai/message";
import type { ExitName } from "../../platform/exit-codes.ts";
import { toWireEvent } from "../../session/session-event.ts";
import type { Session } from "../../session/session.ts";

/** Where text goes. */
export interface TextSink {
  write(text: string): void;
  /** What to wait for before more is written; undefined while the reader keeps up. */
  drained(): Promise<void> | undefined;
}

export interface PrintOptions {
  readonly format: "text" | "json";
  /** `full` repeats the message so far in every streamed event. */
  readonly detail: "delta" | "full";
  readonly messages: readonly UserMessage["content"][];
  readonly out: TextSink & {
    /** Fires when nobody reads any more. */
    readonly broken: AbortSignal;
  };
  readonly err: TextSink;
  /** Why a tool call was refused; undefined when it was not. */
  readonly refusalOf: (callId: string) => string | undefined;
}

/** Runs to the end and says how it ended. */
export async function runPrint(session: Session, options: PrintOptions): Promise<ExitName> {
  const { format, detail, out } = options;
  if (format === "json") {
    out.write(`${JSON.stringify(session.log.header)}\n`);
    session.on((event) => {
      out.write(`${JSON.stringify(detail === "full" ? event : toWireEvent(event))}\n`);
      return out.drained();
    });
  }
  const lastCalls = watchLastCalls(session);
  for (const message of options.messages) {
    await session.prompt(message);
    const how = outcome(session);
    if (how !== "ok") return report(session, how, options);
  }
  if (format === "text") out.write(answerText(session));
  const refusals = lastCalls().flatMap((callId) => options.refusalOf(callId) ?? []);
  for (const reason of new Set(refusals)) options.err.write(`omp: refused: ${reason}\n`);
  return refusals.length === 0 ? "ok" : "refused";
}

/** The calls that were made last: a model that was refused and found another way was not stopped. */
function watchLastCalls(session: Session): () => readonly string[] {
  let last: readonly string[] = [];
  session.on((event) => {
    if (event.type === "turn_end" && event.toolResults.length > 0)
      last = event.toolResults.map(({ toolCallId }) => toolCallId);
  });
  return () => last;
}

function outcome(session: Session): ExitName {
  const reason = session.lastAnswer?.stopReason;
  if (reason === "aborted") return "interrupted";
  return reason === "error" || reason === undefined ? "error" : "ok";
}

function report(session: Session, how: ExitName, { out, err }: PrintOptions): ExitName {
  // Like any other program at the left of a pipe: who stopped reading needs no explanation.
  if (out.broken.aborted) return how;
  const answer = session.lastAnswer;
  err.write(`omp: ${answer?.errorMessage ?? "the model gave no answer"}\n`);
  return how;
}

function answerText(session: Session): string {
  const blocks = session.lastAnswer?.content ?? [];
  const text = blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
