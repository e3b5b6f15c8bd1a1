// Measures one figure of reading the end of a file of a gigabyte against a bar of its own.
import { runProcess } from "@oh-my-pi/pi-testkit/process";
import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Measured } from "./benchmark.ts";
import { scratchFolder } from "./session-files.ts";

export interface LargeRead {
  readonly ms: number;
  readonly growthMb: number;
}

const GIGABYTE = 1 << 30;
const LINES = `${"a line of some words and numbers 0123456789\n".repeat(20_000)}last line\n`;

export async function measureReadLarge(
  figure: (read: LargeRead) => number,
  bar: number,
): Promise<Measured> {
  const folder = scratchFolder();
  const small = join(folder.path, "small.log");
  const large = join(folder.path, "large.log");
  writeFileSync(small, LINES.slice(-4000));
  // Text at both ends and a hole between: nothing in the middle is ever read.
  const fd = openSync(large, "w");
  writeSync(fd, LINES, 0);
  writeSync(fd, LINES, GIGABYTE - LINES.length);
  closeSync(fd);
  const script = join(import.meta.dir, "read-large-file.ts");
  return {
    subject: async () => {
      const command = [process.execPath, script, small, large];
      const { stdout, stderr } = await runProcess(command, {
        env: { PATH: "", HOME: folder.path },
      });
      if (stdout === "") throw new Error(stderr);
      return figure(JSON.parse(stdout) as LargeRead);
    },
    reference: async () => bar,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
