// Runs `bun test` on one fixture file, to see tests fail that must fail.
import { join } from "node:path";
import { runProcess } from "./process.ts";
import { createWorkspace } from "./workspace.ts";

/** Output and exit code of `bun test fixtures/<name>`. */
export async function bunTest(
  name: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ output: string; exitCode: number | null }> {
  await using workspace = createWorkspace();
  const file = join(import.meta.dir, "fixtures", name);
  const command = [process.execPath, "--no-env-file", "--config=/dev/null", "test", file];
  const result = await runProcess(command, { env: workspace.env(env), cwd: workspace.path });
  return { output: result.stdout + result.stderr, exitCode: result.exitCode };
}
