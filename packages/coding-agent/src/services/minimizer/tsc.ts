// The TypeScript compiler: each finding stays; the lines of source that its pretty form repeats go.
import type { Minimizer, NoiseFilter } from "./minimizer.ts";

const FINDING = /: error TS\d+|- error TS\d+/;
const SOURCE_LINE = /^\s*\d+ (?: |\S|$)/;

export const tsc: Minimizer = {
  name: "tsc",
  matches: ([program = ""]) => ["tsc", "vue-tsc", "tsgo"].includes(program),
  filter: (): NoiseFilter => {
    let hasFinding = false;
    return (line) => {
      if (FINDING.test(line)) hasFinding = true;
      if (/^\s*~+\s*$/.test(line) || /^Projects in this build|^\s+\* \S*tsconfig/.test(line))
        return true;
      return hasFinding && SOURCE_LINE.test(line);
    };
  },
};
