// Standard input and output as the faces use them: text out with one flush at the end, lines in.
import type { LineTerminal } from "../modes/accessible/accessible.ts";

/** Text that goes to a file descriptor. */
export interface FlushingSink {
  write(text: string): void;
  flush(): Promise<void>;
}

/** Writes to stdout (1) or stderr (2) without building the process streams. */
export function openSink(fd: 1 | 2): FlushingSink {
  const writer = Bun.file(fd).writer();
  return {
    write: (text) => void writer.write(text),
    flush: async () => {
      await writer.flush();
    },
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
