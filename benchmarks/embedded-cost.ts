// Runs the program that embeds omp and picks one figure of what its sessions cost.
import { runProcess } from "@oh-my-pi/pi-testkit/process";
import { join } from "node:path";
import type { Measured } from "./benchmark.ts";
import { scratchFolder } from "./session-files.ts";

/** What each session after the first costs. */
export interface EmbeddedCost {
  /** Time to open it. */
  readonly ms: number;
  readonly mb: number;
}

/** Measures one figure against a bar of its own. */
export async function measureEmbedded(
  figure: (cost: EmbeddedCost) => number,
  bar: number,
): Promise<Measured> {
  const folder = scratchFolder();
  const { path } = folder;
  const program = join(import.meta.dir, "embedded-sessions.ts");
  const env = { PATH: process.env["PATH"] ?? "", HOME: path };
  return {
    subject: async () => {
      const { stdout, stderr } = await runProcess([process.execPath, program, path], { env });
      if (stdout === "") throw new Error(stderr);
      return figure(JSON.parse(stdout) as EmbeddedCost);
    },
    reference: async () => bar,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
