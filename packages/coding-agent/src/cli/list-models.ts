// `--list-models [pattern]`: the same as `omp models`.
import type { ExitName } from "../platform/exit-codes.ts";
import type { Host } from "../platform/host.ts";
import type { Assembly } from "./assembly.ts";
import models from "./commands/models.ts";
import { listCommands } from "./find-command.ts";
import type { ParsedArgs } from "./parse-args.ts";
import type { Output } from "./stdio.ts";

/** Lists the models that can be used. */
export async function listModels(
  args: ParsedArgs,
  host: Host,
  assembly: Assembly,
  output: Output,
): Promise<ExitName> {
  const pattern = args.flags.get("list-models");
  const words = [...(typeof pattern === "string" ? [pattern] : []), ...args.words];
  return models.run({ args: { ...args, words }, host, assembly, output, listCommands });
}
