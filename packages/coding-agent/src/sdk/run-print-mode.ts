// Print mode for a program: a session's answers or events on stdout, as `omp -p` writes them. The caller keeps its process:
// an exit code is given back, not taken.
import type { ImageContent, UserMessage } from "@oh-my-pi/pi-ai/message";
import { EXIT } from "../platform/exit-codes.ts";
import type { AgentSession } from "./agent-session.ts";

/** What is said, and how it is written. */
export interface PrintModeOptions {
  /** `text`, the default, writes the last answer; `json` the session's header and every event, a line each. */
  readonly mode?: "text" | "json";
  /** In `json`: `full` repeats the message so far in every streamed event. */
  readonly eventDetail?: "delta" | "full";
  /** Said first, with `initialImages`. */
  readonly initialMessage?: string;
  readonly initialImages?: readonly ImageContent[];
  /** Said after it, each when the one before was answered. */
  readonly messages?: readonly string[];
}

/** Says the messages, writes what came of them, disposes of the session; gives the exit code that omp would end with. */
export async function runPrintMode(
  session: AgentSession,
  options: PrintModeOptions = {},
): Promise<number> {
  const { runPrint } = await import("../modes/print/print.ts");
  const { openOutput } = await import("../cli/stdio.ts");
  const { mode = "text", eventDetail = "delta" } = options;
  const { desk } = session.insides.holder.held;
  const { out, err } = openOutput();
  out.broken.addEventListener("abort", () => void session.abort(), { once: true });
  try {
    const how = await runPrint(session.insides.holder.current, {
      format: mode,
      detail: eventDetail,
      messages: messagesOf(options),
      out,
      err,
      refusalOf: (callId) => desk.refusals.reasonOf(callId),
    });
    await out.flush();
    await err.flush();
    return EXIT[out.broken.aborted ? "brokenPipe" : how];
  } finally {
    await session.dispose();
  }
}

function messagesOf({ initialMessage, initialImages = [], messages = [] }: PrintModeOptions) {
  const texts = [...(initialMessage === undefined ? [] : [initialMessage]), ...messages];
  return texts.map((text, at): UserMessage["content"] => [
    { type: "text", text },
    ...(at === 0 && initialMessage !== undefined ? initialImages : []),
  ]);
}
