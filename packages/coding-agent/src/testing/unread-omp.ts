// The shipped binary with a reader that does not read: omp's output goes into a pipe that nobody empties until the test
// says so. Tests only.
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { readFileSync, writeFileSync } from "node:fs";
import { builtBinary, type OmpProcess } from "./omp-process.ts";

export interface UnreadOmp {
  /** Of omp itself. */
  readonly pid: number;
  readonly exited: Promise<number>;
  /** Gives omp these lines; resolves when it has taken them. */
  write(...lines: readonly string[]): Promise<void>;
  /** Closes omp's input. */
  end(): Promise<void>;
  /** The next of the lines that are read at once. */
  firstLine(): Promise<string>;
  /** The lines after those; from now on they are read. */
  read(): AsyncGenerator<string>;
}

/** Starts omp; its output waits, but for the first lines. */
export async function startUnread(
  omp: OmpProcess,
  args: readonly string[],
  { readAtOnce = 0 }: { readonly readAtOnce?: number } = {},
): Promise<UnreadOmp> {
  const [go, pidFile] = [omp.workspace.at("go"), omp.workspace.at("pid")];
  Bun.spawnSync(["mkfifo", go]);
  const script = `sh -c 'echo $$ > pid; exec "$@"' sh "$@" | { for _ in $(seq ${readAtOnce}); do IFS= read -r line; printf '%s\\n' "$line"; done; read -r _ < go; cat; }; exit "\${PIPESTATUS[0]}"`;
  const child = Bun.spawn(["bash", "-c", script, "bash", builtBinary(), ...args], {
    cwd: omp.workspace.path,
    env: omp.workspace.env(),
    stdin: "pipe",
    stdout: "pipe",
    stderr: "ignore",
  });
  const pid = await eventually(() => Number(readFileSync(pidFile, "utf8")) || undefined);
  const lines = linesOf(child.stdout);
  let isRead = false;
  return {
    pid,
    exited: child.exited,
    async write(...lines) {
      await child.stdin.write(lines.map((line) => `${line}\n`).join(""));
      await child.stdin.flush();
    },
    end: async () => void (await child.stdin.end()),
    firstLine: async () => String((await lines.next()).value),
    read() {
      // A second word to a pipe that nobody reads any more would wait for ever.
      if (!isRead) writeFileSync(go, "\n");
      isRead = true;
      return lines;
    },
  };
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  for await (const chunk of stream) {
    const lines = decoder.decode(chunk, { stream: true }).split("\n");
    const rest = lines.pop() ?? "";
    for (const line of lines) {
      yield pieces.join("") + line;
      pieces = [];
    }
    pieces.push(rest);
  }
}
