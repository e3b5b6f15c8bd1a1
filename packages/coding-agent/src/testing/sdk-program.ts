// A program that embeds omp from source, beside the fake model server; for tests of what it writes and how it ends.
import { runProcess } from "@oh-my-pi/pi-testkit/process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { OmpProcess } from "./omp-process.ts";

const entry = join(import.meta.dir, "../index.ts");

/** Writes the program into the workspace; `omp` is everything that the package exports. The command that runs it. */
export function sdkProgram({ workspace }: Pick<OmpProcess, "workspace">, body: string): string[] {
  const file = workspace.at("program.ts");
  writeFileSync(file, `import * as omp from ${JSON.stringify(entry)};\n${body}\n`);
  return [process.execPath, file];
}

/** Runs the program to its end. */
export function runSdkProgram(omp: OmpProcess, body: string): ReturnType<typeof runProcess> {
  const { path: cwd } = omp.workspace;
  return runProcess(sdkProgram(omp, body), { cwd, env: omp.workspace.env() });
}
