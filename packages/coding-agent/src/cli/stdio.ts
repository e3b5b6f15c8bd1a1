// Standard input and output as the faces use them: text out with one flush at the end, lines in.
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import { isTty } from "../platform/is-tty.ts";
import type { LineChannel } from "../modes/rpc/line-channel.ts";
import type { LineTerminal } from "../modes/accessible/accessible.ts";

/** Text that goes to a file descriptor. */
export interface FlushingSink {
  write(text: string): void;
  flush(): Promise<void>;
  /** Fires when nobody reads any more; what is written after that is dropped. */
  readonly broken: AbortSignal;
  /** From now on nobody waits for the reader. */
  release(): void;
  /** What to wait for before more is written; undefined while the reader keeps up. */
  drained(): Promise<void> | undefined;
}

/** Where a run writes to. */
export interface Output {
  readonly out: FlushingSink;
  readonly err: FlushingSink;
}

/** What may wait for a slow reader before its writer is asked to pause. */
const MAX_WAITING_BYTES = 1 << 20;

/** Writes to a descriptor without building the process streams; a terminal gets nothing that it would obey. */
export function openSink(fd: number): FlushingSink {
  const writer = Bun.file(fd).writer();
  const broken = new AbortController();
  let waiting = 0;
  let flushing: Promise<void> | undefined;
  const guard = async (work: () => unknown): Promise<void> => {
    if (broken.signal.aborted) return;
    try {
      await work();
    } catch {
      // The reader went away or the descriptor was never open: the same to us, there is nobody to tell.
      broken.abort();
    }
  };
  const released = Promise.withResolvers<void>();
  const flush = (): Promise<void> => Promise.race([guard(() => writer.flush()), released.promise]);
  return {
    write: (text) => {
      waiting += text.length;
      const inert = sanitizeForeign(text);
      // Programs get the text as it is.
      const shown = inert !== text && isTty(fd) ? inert : text;
      void guard(() => writer.write(shown));
    },
    flush,
    release: () => released.resolve(),
    drained: () => {
      if (waiting < MAX_WAITING_BYTES || broken.signal.aborted) return undefined;
      flushing ??= flush().finally(() => {
        waiting = 0;
        flushing = undefined;
      });
      return flushing;
    },
    broken: broken.signal,
  };
}

/** Stdout and stderr. */
export function openOutput(): Output {
  return { out: openSink(1), err: openSink(2) };
}

/** Lines of stdin and text to stdout, each shown at once. */
export function openLineTerminal(out: FlushingSink): LineTerminal {
  const lines = readLines();
  return {
    write: (text) => {
      if (text === "") return;
      out.write(text);
      void out.flush();
    },
    readLine: async () => {
      const next = await lines.next();
      return next.done === true ? undefined : next.value;
    },
  };
}

/** Lines of stdin, and frames that go out together once those of this moment are written. */
export function openLineChannel(out: FlushingSink): LineChannel {
  const lines = readLines();
  let isFlushing = false;
  return {
    write: (text) => {
      out.write(text);
      if (isFlushing) return;
      isFlushing = true;
      setImmediate(() => {
        isFlushing = false;
        void out.flush();
      });
    },
    drained: () => out.drained(),
    readLine: async () => {
      const next = await lines.next();
      return next.done === true ? undefined : next.value;
    },
  };
}

/** Everything on stdin; a descriptor that is not open holds nothing. */
export async function readAllInput(): Promise<string> {
  try {
    return await Bun.stdin.text();
  } catch {
    // Started with its input closed.
    return "";
  }
}

async function* readLines(): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // Pieces of a line that has not ended yet: looking for its end again in all of them would be quadratic.
  let pieces: string[] = [];
  for await (const chunk of Bun.stdin.stream()) {
    const lines = decoder.decode(chunk, { stream: true }).split("\n");
    const rest = lines.pop() ?? "";
    for (const line of lines) {
      yield pieces.length === 0 ? line : pieces.join("") + line;
      pieces = [];
    }
    if (rest !== "") pieces.push(rest);
  }
  if (pieces.length > 0) yield pieces.join("");
}

/** A descriptor as a stream of bytes that are sent at once and wait for a slow reader. */
export function byteStream(out: FlushingSink): WritableStream<Uint8Array> {
  const decoder = new TextDecoder();
  return new WritableStream({
    write: async (bytes) => {
      out.write(decoder.decode(bytes));
      await (out.drained() ?? out.flush());
    },
  });
}
