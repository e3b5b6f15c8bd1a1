// ESLint and its like: errors stay, a warning that comes again and again is shown a few times.
import type { Minimizer, NoiseFilter } from "./minimizer.ts";

const WARNING = /^\s+\d+:\d+\s+warning\s+.*?\s(?<rule>\S+)\s*$/;
const SHOWN_OF_EACH = 5;

export const eslint: Minimizer = {
  name: "eslint",
  matches: ([program = ""]) => ["eslint", "oxlint", "stylelint"].includes(program),
  filter: (): NoiseFilter => {
    const seen = new Map<string, number>();
    return (line) => {
      const rule = WARNING.exec(line)?.groups?.["rule"];
      if (rule === undefined) return false;
      const count = (seen.get(rule) ?? 0) + 1;
      seen.set(rule, count);
      return count > SHOWN_OF_EACH;
    };
  },
};
