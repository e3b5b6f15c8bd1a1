// Homes and rules in which every tool is denied, and a command that would give itself away. Tests only.
import { join } from "node:path";
import { tools } from "../tools/index.gen.ts";
import { createOmp, type OmpProcess } from "./omp-process.ts";

/** Leaves a mark in the workspace if it is run. */
export const LEAVES_MARK = "echo x > MARK";

/** A rule for each tool there is. */
export async function denyEveryTool(): Promise<Record<string, "deny">> {
  const all = await Promise.all(Object.values(tools).map(async (load) => (await load()).default));
  return Object.fromEntries(all.map(({ name }) => [name, "deny"]));
}

/** A home in which the rules deny, and a file that would give itself away. */
export async function createDenied(): Promise<OmpProcess> {
  const omp = createOmp();
  omp.workspace.write({ "a.txt": "the secret line" });
  await Bun.write(
    join(omp.workspace.home, ".omp/agent/config.yml"),
    JSON.stringify({ tools: { approval: await denyEveryTool() } }),
  );
  return omp;
}
