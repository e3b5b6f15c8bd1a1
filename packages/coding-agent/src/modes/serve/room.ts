// One served session and everybody who hears it: commands go in from any of them, events go out to all.
import type { HostBridge } from "../../services/host-bridge/host-bridge.ts";
import type { Dialogs } from "../../services/dialogs.ts";
import { toWireEvent } from "../../session/session-event.ts";
import type { CurrentSession } from "../../session/session-holder.ts";
import type { SlashPort } from "../../slash/slash-command.ts";
import { type AnswerFrame, answerFrame, hostFrameWay } from "../shared/answer-frame.ts";
import { CommandQueue } from "../shared/command-queue.ts";
import { type Frame, readFrame } from "../shared/frame.ts";
import { PATIENCE_MS, type Seat } from "./seat.ts";

/** A session that can be served. */
export interface Guest {
  readonly holder: CurrentSession & { close(): Promise<void> };
  readonly bridge: HostBridge;
  readonly dialogs: Dialogs;
  /** What slash commands reach when they are typed as prompts. */
  readonly slashPort: () => SlashPort;
}

/** A session in a list. */
export interface RoomSummary {
  readonly id: string;
  readonly sessionId: string;
  readonly name: string | undefined;
  readonly cwd: string;
  readonly model: string;
  readonly isStreaming: boolean;
  readonly messageCount: number;
}

/** More commands than this are not taken before those are carried out. */
const MAX_QUEUED = 256;

/** A host sent more commands than are carried out. */
export class TooManyCommands extends Error {
  constructor() {
    super("Too many commands at once.");
    this.name = "TooManyCommands";
  }
}

export class Room {
  readonly id = crypto.randomUUID();
  readonly #guest: Guest;
  readonly #seats = new Set<Seat>();
  readonly #onDefect: (defect: unknown) => void;
  readonly #stop: () => void;
  readonly #answers = new WeakMap<Frame, (answer: AnswerFrame) => unknown>();
  readonly #queue = new CommandQueue({
    carryOut: (frame) => this.#carryOut(frame),
    hurry: (frame) => this.#carryOut(frame),
  });

  constructor(guest: Guest, onDefect: (defect: unknown) => void) {
    this.#guest = guest;
    this.#onDefect = onDefect;
    this.#stop = guest.holder.on((event) => {
      if (this.#seats.size === 0) return undefined;
      return this.#tell(JSON.stringify(toWireEvent(event)));
    });
  }

  get summary(): RoomSummary {
    const { current } = this.#guest.holder;
    const { id: sessionId, title: name, cwd } = current.log.header;
    return {
      id: this.id,
      sessionId,
      name,
      cwd,
      model: `${current.model.provider}/${current.model.id}`,
      isStreaming: current.isRunning,
      messageCount: current.messages.length,
    };
  }

  /** The session as it is, for whoever begins to watch. */
  get snapshot(): object {
    return {
      type: "snapshot",
      session: this.summary,
      messages: this.#guest.holder.current.messages,
    };
  }

  /** From now on the seat hears everything; the returned function ends that. */
  join(seat: Seat): () => void {
    this.#seats.add(seat);
    const { calls } = this.#guest.bridge;
    if (seat.isHost) calls.attend((frame) => this.#tellHosts(frame));
    return () => {
      if (!this.#seats.delete(seat) || !seat.isHost) return;
      if (![...this.#seats].some(({ isHost }) => isHost)) calls.leave("The host went away.");
    };
  }

  /** Takes a frame as text. Resolves with the answer, or with undefined for one that has none. */
  async take(text: string): Promise<AnswerFrame | undefined> {
    const frame = readFrame(text);
    const way = frame.ok ? hostFrameWay(frame.command) : undefined;
    if (frame.ok && way !== undefined) {
      this.#guest.bridge.calls[way](frame.fields);
      return undefined;
    }
    if (this.#queue.size >= MAX_QUEUED) throw new TooManyCommands();
    const { promise, resolve } = Promise.withResolvers<AnswerFrame>();
    this.#answers.set(frame, resolve);
    await this.#queue.take(frame);
    return promise;
  }

  /** Ends the session and sends everybody away. */
  async close(): Promise<void> {
    this.#guest.bridge.calls.close("The session was closed.");
    this.#stop();
    for (const seat of this.#seats) seat.leave("The session was closed.");
    this.#seats.clear();
    await this.#guest.holder.close();
  }

  async #carryOut(frame: Frame): Promise<void> {
    const { holder, dialogs, slashPort } = this.#guest;
    const answer = await answerFrame(holder, frame, {
      dialogs,
      slashPort,
      onDefect: this.#onDefect,
      sendLater: (late) => this.#tellHosts(late),
    });
    this.#answers.get(frame)?.(answer);
  }

  #tellHosts(frame: object): void {
    const json = JSON.stringify(frame);
    for (const seat of this.#seats) if (seat.isHost) seat.send(json);
  }

  #tell(json: string): Promise<unknown> | undefined {
    const waits: Promise<void>[] = [];
    for (const seat of this.#seats) {
      seat.send(json);
      const wait = seat.drained();
      if (wait !== undefined) waits.push(seat.isHost ? wait : waitAWhile(seat, wait));
    }
    return waits.length === 0 ? undefined : Promise.all(waits);
  }
}

/** Waits for a watcher, and drops it when that takes too long. */
async function waitAWhile(seat: Seat, wait: Promise<void>): Promise<void> {
  const timer = setTimeout(() => seat.leave("The reader is too slow."), PATIENCE_MS);
  await wait;
  clearTimeout(timer);
}
