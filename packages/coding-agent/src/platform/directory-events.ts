// What the kernel saw happen in directories since it was last asked, read at once and without waiting. It knows paths only
// as whoever watches them named them; where the system has no such record, `open` says so.
import { type Library, ptr } from "bun:ffi";
import { openCLibrary } from "./c-library.ts";

const SIGNATURES = {
  inotify_init1: { args: ["i32"], returns: "i32" },
  inotify_add_watch: { args: ["i32", "ptr", "u32"], returns: "i32" },
  read: { args: ["i32", "ptr", "u64"], returns: "i32" },
  close: { args: ["i32"], returns: "i32" },
} as const;

const NON_BLOCKING_CLOSED_ON_EXEC = 0x800 | 0x80000;
const MODIFY = 0x2;
const ATTRIBUTES = 0x4;
const CLOSE_WRITE = 0x8;
const MOVED_FROM = 0x40;
const MOVED_TO = 0x80;
const CREATE = 0x100;
const DELETE = 0x200;
const DELETE_SELF = 0x400;
const MOVE_SELF = 0x800;
const OVERFLOW = 0x4000;
const ONLY_DIRECTORY = 0x1000000;
const DONT_FOLLOW = 0x2000000;
const IS_DIRECTORY = 0x40000000;
const COMES_AND_GOES = MOVED_FROM | MOVED_TO | CREATE | DELETE;
const SELF = DELETE_SELF | MOVE_SELF;
const WATCHED =
  MODIFY | ATTRIBUTES | CLOSE_WRITE | COMES_AND_GOES | SELF | ONLY_DIRECTORY | DONT_FOLLOW;

const HEADER_BYTES = 16;
const BUFFER_BYTES = 64 * 1024;

type Calls = Library<typeof SIGNATURES>["symbols"];

/** Something that happened to `name` in the directory of this watch. */
export interface DirectoryEvent {
  readonly watch: number;
  /** Empty when it happened to the directory itself. */
  readonly name: string;
  /** A directory came or went under this name. */
  readonly isTree: boolean;
  /** The watched directory itself went away. */
  readonly isSelf: boolean;
}

/** Everything since the last time, in order; `isComplete` is false when some of it was lost. */
export interface TakenEvents {
  readonly events: readonly DirectoryEvent[];
  readonly isComplete: boolean;
}

const NOTHING: TakenEvents = { events: [], isComplete: true };

/** A record of events in any number of directories. */
export class DirectoryEvents implements Disposable {
  readonly #calls: Calls;
  readonly #fd: number;
  readonly #buffer = Buffer.alloc(BUFFER_BYTES);
  #isClosed = false;

  private constructor(calls: Calls, fd: number) {
    this.#calls = calls;
    this.#fd = fd;
  }

  /** Undefined where the system keeps no such record, or will not open another. */
  static open(platform: NodeJS.Platform): DirectoryEvents | undefined {
    const calls = platform === "linux" ? openCLibrary(platform, SIGNATURES) : undefined;
    if (calls === undefined) return undefined;
    const fd = calls.inotify_init1(NON_BLOCKING_CLOSED_ON_EXEC);
    return fd < 0 ? undefined : new DirectoryEvents(calls, fd);
  }

  /** Watches one directory, not what is below it; undefined when it cannot be watched. */
  watch(directory: string): number | undefined {
    if (this.#isClosed) return undefined;
    const path = Buffer.from(`${directory}\0`);
    const id = this.#calls.inotify_add_watch(this.#fd, ptr(path), WATCHED);
    return id < 0 ? undefined : id;
  }

  take(): TakenEvents {
    if (this.#isClosed) return NOTHING;
    let length = this.#read();
    if (length <= 0) return NOTHING;
    const events: DirectoryEvent[] = [];
    let isComplete = true;
    for (; length > 0; length = this.#read()) {
      if (!this.#decode(length, events)) isComplete = false;
    }
    return { events, isComplete };
  }

  [Symbol.dispose](): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#calls.close(this.#fd);
  }

  #read(): number {
    return this.#calls.read(this.#fd, ptr(this.#buffer), BUFFER_BYTES);
  }

  #decode(length: number, events: DirectoryEvent[]): boolean {
    const buffer = this.#buffer;
    let isComplete = true;
    for (let at = 0; at + HEADER_BYTES <= length;) {
      const mask = buffer.readUInt32LE(at + 4);
      const nameBytes = buffer.readUInt32LE(at + 12);
      const start = at + HEADER_BYTES;
      const end = buffer.indexOf(0, start);
      const name = buffer.toString("utf8", start, Math.min(end, start + nameBytes));
      if ((mask & OVERFLOW) !== 0) isComplete = false;
      else
        events.push({
          watch: buffer.readInt32LE(at),
          name: nameBytes === 0 ? "" : name,
          isTree: (mask & IS_DIRECTORY) !== 0 && (mask & COMES_AND_GOES) !== 0,
          isSelf: (mask & SELF) !== 0,
        });
      at = start + nameBytes;
    }
    return isComplete;
  }
}
