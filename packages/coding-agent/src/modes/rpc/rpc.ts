// The session's command table over lines of JSON: commands in, answers and events out, nothing else. A bad
// line is answered and survived; the end of input ends the face.
import type { ExitName } from "../../platform/exit-codes.ts";
import { CommandError } from "../../session/command.ts";
import { toWireEvent } from "../../session/session-event.ts";
import type { CurrentSession } from "../../session/session-holder.ts";
import { type Frame, readFrame } from "./frame.ts";

/** Where lines come from and frames go to. */
export interface RpcChannel {
  /** The next line, or undefined at the end of input. */
  readLine(): Promise<string | undefined>;
  write(text: string): void;
}

export interface RpcOptions {
  readonly channel: RpcChannel;
  /** `full` repeats the message so far in every streamed event. */
  readonly detail: "delta" | "full";
  /** Hears of faults that are not the host's. */
  readonly onDefect: (defect: unknown) => void;
  /** Fires when omp is to end. */
  readonly leave: AbortSignal;
}

/** Serves the host until it closes its end. */
export async function runRpc(holder: CurrentSession, options: RpcOptions): Promise<ExitName> {
  const { channel, detail } = options;
  const send = (frame: object): void => channel.write(`${JSON.stringify(frame)}\n`);
  holder.on((event) => send(detail === "full" ? event : toWireEvent(event)));
  const { promise: left, resolve } = Promise.withResolvers<undefined>();
  options.leave.addEventListener("abort", () => resolve(undefined), { once: true });
  send({ type: "ready" });
  // Commands are answered in the order they came in, so that what a host reads is what it asked.
  let last = Promise.resolve();
  for (;;) {
    const line = await Promise.race([channel.readLine(), left]);
    if (line === undefined) break;
    if (line.trim() === "") continue;
    const frame = readFrame(line);
    last = last.then(async () => send(await answer(holder, frame, options)));
  }
  await last;
  await holder.current.abort();
  return "ok";
}

async function answer(holder: CurrentSession, frame: Frame, options: RpcOptions): Promise<object> {
  const response = {
    ...(frame.id !== undefined && { id: frame.id }),
    type: "response",
    command: frame.command,
  };
  if (!frame.ok) return { ...response, success: false, error: frame.problem };
  try {
    const data = await holder.send(frame.fields);
    return { ...response, success: true, ...(data !== undefined && { data }) };
  } catch (error) {
    if (!(error instanceof CommandError)) options.onDefect(error);
    return {
      ...response,
      success: false,
      error: error instanceof Error ? error.message : String(error),
    };
  }
}
