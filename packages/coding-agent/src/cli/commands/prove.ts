// `omp prove`: what omp promises, shown on this machine, with a dated report of what holds here and what does not.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ExitName } from "../../platform/exit-codes.ts";
import { type CliCommand, type CommandCall, JSON_FLAG, jsonText } from "../command.ts";
import { fails } from "../prove/proof.ts";
import { proofs } from "../prove/proofs.ts";
import { alignRows } from "../table.ts";

export default {
  summary: "what omp promises, shown on this machine",
  forms: [["prove", "check each promise that can be shown in seconds, and report"]],
  examples: [
    ["omp prove", "each promise, and what was seen"],
    ["omp prove --json > proof.json", "a dated report; exit code 1 if one fails"],
  ],
  maxWords: 0,
  flags: [JSON_FLAG],
  run,
} satisfies CliCommand;

async function run({ args, host, output }: CommandCall): Promise<ExitName> {
  const folder = mkdtempSync(join(host.tmp, "omp-prove-"));
  const shown: { promise: string; state: string; detail: string }[] = [];
  try {
    for (const { promise, show } of proofs(host, folder)) {
      const result = await show().catch((error: unknown) => fails(String(error)));
      shown.push({ promise, ...result });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const date = new Date(host.now()).toISOString();
  const isAll = shown.every(({ state }) => state !== "fails");
  const rows = shown.map(({ promise, state, detail }) => [state, promise, detail]);
  const text = `omp prove, ${date}, ${host.platform}\n${alignRows(rows)}`;
  output.out.write(
    args.flags.has("json") ? jsonText({ date, platform: host.platform, shown }) : text,
  );
  return isAll ? "ok" : "error";
}
