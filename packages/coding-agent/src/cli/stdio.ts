// Standard input and output as the faces use them: text out with one flush at the end, lines in.
import type { LineTerminal } from "../modes/accessible/accessible.ts";

/** Text that goes to a file descriptor. */
export interface FlushingSink {
  write(text: string): void;
  flush(): Promise<void>;
  /** Fires when nobody reads any more; what is written after that is dropped. */
  readonly broken: AbortSignal;
}

/** Where a run writes to. */
export interface Output {
  readonly out: FlushingSink;
  readonly err: FlushingSink;
}

/** Writes to stdout (1) or stderr (2) without building the process streams. */
export function openSink(fd: 1 | 2): FlushingSink {
  const writer = Bun.file(fd).writer();
  const broken = new AbortController();
  const guard = async (work: () => unknown): Promise<void> => {
    if (broken.signal.aborted) return;
    try {
      await work();
    } catch {
      // The reader went away or the descriptor was never open: the same to us, there is nobody to tell.
      broken.abort();
    }
  };
  return {
    write: (text) => void guard(() => writer.write(text)),
    flush: () => guard(() => writer.flush()),
    broken: broken.signal,
  };
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
  let rest = "";
  for await (const chunk of Bun.stdin.stream()) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}
