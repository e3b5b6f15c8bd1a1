// The steps of `npm run check` as data, quickest first so that the common mistakes show at once.
import type { Step } from "./step.ts";

const BUN = "scripts/bun";
const BIN = "node_modules/.bin";
const FORMATTED = ["packages", "scripts", "benchmarks"];

export const STEPS: readonly Step[] = [
  { name: "format", command: [BUN, "fmt", "--check", "--print-width=100", ...FORMATTED] },
  { name: "indexes", command: [BUN, "scripts/gen-index.ts", "--check"] },
  { name: "docs", command: [BUN, "scripts/gen-docs.ts", "--check"] },
  { name: "types", command: [BUN, "check"] },
  { name: "layers", command: [BUN, "scripts/check-layers.ts"] },
  { name: "unused", command: [`${BIN}/knip`, "--no-progress", "--no-config-hints"] },
  { name: "lint", command: [`${BIN}/oxlint`, "--type-aware", "--deny-warnings"] },
];

/** TypeScript's own compiler, asked where the answer must be final. */
export const REFEREE: Step = { name: "referee", command: [`${BIN}/tsc`, "--noEmit"] };
