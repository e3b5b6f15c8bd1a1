// omp in a pseudo-terminal, as benchmarks of the interactive face need it: what it draws is read and its questions
// about the cursor are answered.
import { readFileSync } from "node:fs";
import { binary } from "./start.ts";

const SIZE = { cols: 120, rows: 40 };
const TICKS_PER_SECOND = 100;
/** Where the cursor is, or where it is after it went to the corner. */
const CURSOR_QUESTION = /(\x1b\[9999;9999H)?\x1b\[6n/g;

/** A running omp. */
export interface TerminalRun extends AsyncDisposable {
  /** Bytes drawn so far. */
  readonly bytes: () => number;
  type(text: string): void;
  /** Resolves when what was drawn since the last call holds the text. */
  shows(text: string): Promise<void>;
  /** Processor time so far, in milliseconds. */
  cpuMs(): number;
  /** The most memory it has had, in MB. */
  peakMb(): number;
}

export interface TerminalRunOptions {
  readonly cwd: string;
  readonly env: Record<string, string>;
  readonly flags?: readonly string[];
}

export function runInTerminal({ cwd, env, flags = [] }: TerminalRunOptions): TerminalRun {
  let drawn = "";
  let bytes = 0;
  let wanted: { readonly text: string; readonly found: () => void } | undefined;
  const decoder = new TextDecoder();
  const child = Bun.spawn([binary, "--model", "fake/m", "--no-session", "--no-title", ...flags], {
    cwd,
    env: { ...env, TERM: "xterm-256color" },
    terminal: {
      ...SIZE,
      data: (terminal, data) => {
        bytes += data.length;
        const text = decoder.decode(data, { stream: true });
        for (const [, corner] of text.matchAll(CURSOR_QUESTION))
          terminal.write(`\x1b[${SIZE.rows};${corner === undefined ? 1 : SIZE.cols}R`);
        drawn = (drawn + text).slice(-100_000);
        if (wanted !== undefined && drawn.includes(wanted.text)) wanted.found();
      },
    },
  });
  const { pid, terminal } = child;
  return {
    bytes: () => bytes,
    type: (text) => void terminal?.write(text),
    shows: (text) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const found = (): void => {
        drawn = "";
        wanted = undefined;
        resolve();
      };
      wanted = { text, found };
      if (drawn.includes(text)) found();
      return promise;
    },
    cpuMs: () => {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /, "")
        .split(" ");
      return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
    },
    peakMb: () => {
      const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
      return Number(peak) / 1024;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.exited;
      terminal?.close();
    },
  };
}
