// `omp prove`: what omp promises, shown on this machine, with a dated report of what holds here and what does not.
import { ownCommand } from "../../platform/own-command.ts";
import { type ExitName, UserError } from "../../platform/exit-codes.ts";
import { type CliCommand, type CommandCall, JSON_FLAG, jsonText } from "../command.ts";
import { createWorld } from "../prove/private-world.ts";
import { fails, type Proof, type ProofResult } from "../prove/proof.ts";
import { PROOFS } from "../prove/proofs.ts";
import { shownText, summaryText, titleText } from "../prove/report.ts";

export default {
  summary: "what omp promises, shown on this machine",
  forms: [
    ["prove", "check each promise that can be shown in seconds"],
    ["prove <name>...", "only these, such as sandbox or secrets"],
  ],
  examples: [
    ["omp prove", "each promise, and what was seen"],
    ["omp prove sandbox secrets", "only these two"],
    ["omp prove --json > proof.json", "a dated report; exit code 1 if one fails"],
  ],
  maxWords: PROOFS.length,
  flags: [JSON_FLAG],
  run,
} satisfies CliCommand;

/** One promise, and how it went. */
export type Shown = Pick<Proof, "id" | "promise"> & ProofResult & { readonly seconds: number };

async function run(call: CommandCall): Promise<ExitName> {
  const { args, host, output } = call;
  const chosen = chooseProofs(args.words);
  const isJson = args.flags.has("json");
  const tell = async (text: string): Promise<void> => {
    if (!isJson) output.out.write(text);
    await output.out.flush();
  };
  const started = host.now();
  const date = new Date(started).toISOString();
  const shown: Shown[] = [];
  await tell(titleText(date, host.platform));
  for (const proof of chosen) {
    // The promise stands there while it is tried.
    await tell(`\n${proof.promise}\n`);
    const one = await showProof(proof, call);
    shown.push(one);
    await tell(shownText(one));
  }
  const seconds = (host.now() - started) / 1000;
  await tell(summaryText(shown, seconds));
  if (isJson) output.out.write(jsonText({ date, platform: host.platform, seconds, shown }));
  return shown.every(({ state }) => state !== "fails") ? "ok" : "error";
}

async function showProof(
  { id, promise, show }: Proof,
  { host, assembly }: CommandCall,
): Promise<Shown> {
  const started = host.now();
  await using world = createWorld(host, assembly, ownCommand());
  const result = await Promise.try(show, world).catch((error: unknown) =>
    fails(`the check itself failed: ${error instanceof Error ? error.message : String(error)}`),
  );
  return { id, promise, ...result, seconds: (host.now() - started) / 1000 };
}

function chooseProofs(names: readonly string[]): readonly Proof[] {
  const unknownName = names.find((name) => !PROOFS.some(({ id }) => id === name));
  if (unknownName !== undefined)
    throw new UserError(
      `There is no proof "${unknownName}". There are ${PROOFS.map(({ id }) => id).join(", ")}.`,
    );
  return names.length === 0 ? PROOFS : PROOFS.filter(({ id }) => names.includes(id));
}
