// The session's command table over lines of JSON: commands in, answers and events out, nothing else. A bad
// line is answered and survived; a host that reads slowly slows everything down; the end of input ends the face.
import type { ExitName } from "../../platform/exit-codes.ts";
import type { Dialogs } from "../../services/dialogs.ts";
import type { HostBridge } from "../../services/host-bridge/host-bridge.ts";
import { CommandError } from "../../session/command.ts";
import { findCommand } from "../../session/run-command.ts";
import { toWireEvent } from "../../session/session-event.ts";
import type { CurrentSession } from "../../session/session-holder.ts";
import { type Frame, readFrame } from "./frame.ts";
import type { LineChannel } from "./line-channel.ts";

export interface RpcOptions {
  readonly channel: LineChannel;
  /** Where the host's own frames go. */
  readonly bridge: HostBridge;
  /** What commands may ask the host. */
  readonly dialogs: Dialogs;
  /** `full` repeats the message so far in every streamed event. */
  readonly detail: "delta" | "full";
  /** Hears of faults that are not the host's. */
  readonly onDefect: (defect: unknown) => void;
  /** Fires when omp is to end. */
  readonly leave: AbortSignal;
}

/** Serves the host until it closes its end. */
export async function runRpc(holder: CurrentSession, options: RpcOptions): Promise<ExitName> {
  const { channel, detail, bridge, leave } = options;
  const send = (frame: object): void => channel.write(`${JSON.stringify(frame)}\n`);
  const { calls } = bridge;
  calls.attend(send);
  const stop = holder.on((event) => {
    send(detail === "full" ? event : toWireEvent(event));
    return channel.drained();
  });
  const { promise: left, resolve: end } = Promise.withResolvers<undefined>();
  leave.addEventListener("abort", () => end(undefined), { once: true });
  const commands = new CommandQueue(async (frame) => {
    await Promise.race([channel.drained(), left]);
    send(await answer(holder, frame, send, options));
  });
  send({ type: "ready" });
  for (;;) {
    const line = await Promise.race([channel.readLine(), left]);
    if (line === undefined) break;
    if (line.trim() === "") continue;
    const frame = readFrame(line);
    if (frame.ok && frame.command in HOST_FRAMES) calls[HOST_FRAMES[frame.command]!](frame.fields);
    else await commands.take(frame);
    if (commands.size >= MAX_QUEUED) await Promise.race([commands.idle(), left]);
  }
  // From here on nobody is waited for: what was asked is answered as well as it can be.
  end(undefined);
  calls.close("The host closed its end.");
  await holder.current.abort();
  await commands.idle();
  stop();
  return "ok";
}

/** More commands than this are not read before those are carried out. */
const MAX_QUEUED = 256;

/** Lines that are no commands but answers of the host. */
const HOST_FRAMES: Readonly<Record<string, "answer" | "update">> = {
  extension_ui_response: "answer",
  host_tool_result: "answer",
  host_tool_update: "update",
  host_uri_result: "answer",
};

/** Carries out commands in the order they came, but for those that take long: nobody waits for these. */
class CommandQueue {
  readonly #run: (frame: Frame) => Promise<void>;
  #last: Promise<void> = Promise.resolve();
  readonly #open = new Set<Promise<void>>();

  constructor(run: (frame: Frame) => Promise<void>) {
    this.#run = run;
  }

  /** How many are not done. */
  get size(): number {
    return this.#open.size;
  }

  /** Begins with a command, once those before it are done. */
  async take(frame: Frame): Promise<void> {
    const isLong = frame.ok && (await findCommand(frame.command))?.isLong === true;
    const work = this.#last.then(() => this.#run(frame));
    if (!isLong) this.#last = work;
    this.#open.add(work);
    void work.finally(() => this.#open.delete(work));
  }

  /** Resolves when those of this moment are done. */
  async idle(): Promise<void> {
    await Promise.all(this.#open);
  }
}

async function answer(
  holder: CurrentSession,
  frame: Frame,
  send: (frame: object) => void,
  { dialogs, onDefect }: RpcOptions,
): Promise<object> {
  const response = {
    ...(frame.id !== undefined && { id: frame.id }),
    type: "response",
    command: frame.command,
  };
  const failure = (error: unknown): object => {
    if (!(error instanceof CommandError)) onDefect(error);
    const text = error instanceof Error ? error.message : String(error);
    return { ...response, success: false, error: text };
  };
  if (!frame.ok) return { ...response, success: false, error: frame.problem };
  try {
    const data = await holder.send(frame.fields, {
      dialogs,
      failLater: (error) => send(failure(error)),
    });
    return { ...response, success: true, ...(data !== undefined && { data }) };
  } catch (error) {
    return failure(error);
  }
}
