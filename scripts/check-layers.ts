// The command that checks how the source hangs together, by the rules in `layers/rules` and the data in
// `layers.json`. All the work is in `layers/`.
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "./command.ts";
import { allowListRule } from "./layers/allow-list.ts";
import { checkTree } from "./layers/check-tree.ts";
import { layersConfig } from "./layers/layers-config.ts";
import { openTree, UnreadableTree } from "./layers/read-tree.ts";
import { formatReport } from "./layers/report.ts";
import { rules } from "./layers/rules/index.gen.ts";

const USAGE = "usage: check-layers [--root <folder>] [--list]";

await runCommand(
  "check-layers",
  USAGE,
  (args) => {
    const { values } = parseArgs({
      args,
      options: { root: { type: "string" }, list: { type: "boolean", default: false } },
    });
    const allRules = [...rules, allowListRule];
    if (values.list) {
      for (const { id, allowed } of allRules) console.log(`${id.padEnd(20)}${allowed}`);
      return 0;
    }
    const start = performance.now();
    const root = resolve(values.root ?? join(import.meta.dir, ".."));
    const result = checkTree(openTree(root), rules, layersConfig);
    console.log(formatReport(result, allRules, performance.now() - start));
    return result.violations.length > 0 ? 1 : 0;
  },
  [UnreadableTree],
);
