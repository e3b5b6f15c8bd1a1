// The session's command table over lines of JSON: commands in, answers and events out, nothing else. A bad
// line is answered and survived; a host that reads slowly slows everything down; the end of input ends the face.
import type { ExitName } from "../../platform/exit-codes.ts";
import type { Dialogs } from "../../services/dialogs.ts";
import type { HostBridge } from "../../services/host-bridge/host-bridge.ts";
import { findCommand } from "../../session/run-command.ts";
import { toWireEvent } from "../../session/session-event.ts";
import type { CurrentSession } from "../../session/session-holder.ts";
import type { SlashPort } from "../../slash/slash-command.ts";
import { answerFrame, hostFrameWay } from "../shared/answer-frame.ts";
import { CommandQueue } from "../shared/command-queue.ts";
import { readFrame } from "../shared/frame.ts";
import { isSlashPrompt } from "../shared/slash-prompt.ts";
import type { LineChannel } from "./line-channel.ts";
import { Outbox } from "./outbox.ts";

export interface RpcOptions {
  readonly channel: LineChannel;
  /** Where the host's own frames go. */
  readonly bridge: HostBridge;
  /** What commands may ask the host. */
  readonly dialogs: Dialogs;
  /** What slash commands reach when they are typed as prompts. */
  readonly slashPort: () => SlashPort;
  /** `full` repeats the message so far in every streamed event. */
  readonly detail: "delta" | "full";
  /** Hears of faults that are not the host's. */
  readonly onDefect: (defect: unknown) => void;
  /** Fires when omp is to end. */
  readonly leave: AbortSignal;
}

/** Serves the host until it closes its end. */
export async function runRpc(holder: CurrentSession, options: RpcOptions): Promise<ExitName> {
  const { channel, detail, bridge, dialogs, slashPort, onDefect, leave } = options;
  const send = (frame: object): void => channel.write(`${JSON.stringify(frame)}\n`);
  const outbox = new Outbox(send);
  const { calls } = bridge;
  calls.attend(send);
  const stop = holder.on((event) => {
    outbox.tell(detail === "full" ? event : toWireEvent(event));
    if (event.type === "session_title") dialogs.setTitle(event.title);
    return channel.drained();
  });
  const { promise: left, resolve: end } = Promise.withResolvers<undefined>();
  leave.addEventListener("abort", () => end(undefined), { once: true });
  const parts = { dialogs, slashPort, onDefect };
  const commands = new CommandQueue({
    carryOut: async (frame) => {
      await Promise.race([channel.drained(), left]);
      // A slash command may take long, and what it does is heard meanwhile.
      const isFirst =
        frame.ok &&
        !isSlashPrompt(frame.fields) &&
        (await findCommand(frame.command))?.isAcknowledged === true;
      const release = isFirst ? outbox.hold() : undefined;
      send(await answerFrame(holder, frame, { ...parts, sendLater: send }));
      release?.();
    },
    // Its answer comes when it is its turn.
    hurry: (frame) => answerFrame(holder, frame, { ...parts, sendLater: () => {} }),
  });
  send({ type: "ready" });
  for (;;) {
    const line = await Promise.race([channel.readLine(), left]);
    if (line === undefined) break;
    if (line.trim() === "") continue;
    const frame = readFrame(line);
    const way = frame.ok ? hostFrameWay(frame.command) : undefined;
    if (frame.ok && way !== undefined) calls[way](frame.fields);
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

/** More commands than this are not read before those are carried out; what stops something is found among them. */
const MAX_QUEUED = 1024;
