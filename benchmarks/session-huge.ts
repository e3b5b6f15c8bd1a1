// Opens one huge session in a fresh process each time: what somebody waits for who goes on with it.
import { runProcess } from "@oh-my-pi/pi-testkit/process";
import { join } from "node:path";
import type { Measured } from "./benchmark.ts";
import { scratchFolder, writeHugeSession } from "./session-files.ts";

export interface HugeOpening {
  readonly ms: number;
  readonly peakMb: number;
}

/** Measures one figure of the opening against a bar of its own. */
export async function measureHuge(
  figure: (opening: HugeOpening) => number,
  bar: number,
): Promise<Measured> {
  const folder = scratchFolder();
  const file = join(folder.path, "s.jsonl");
  writeHugeSession(file);
  const command = [process.execPath, join(import.meta.dir, "open-session.ts"), file];
  return {
    subject: async () => {
      const { stdout, stderr } = await runProcess(command, { env: { PATH: "" } });
      if (stdout === "") throw new Error(stderr);
      return figure(JSON.parse(stdout) as HugeOpening);
    },
    reference: async () => bar,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
