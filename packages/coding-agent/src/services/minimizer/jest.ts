// jest and vitest: files and tests that pass.
import { dropping, type Minimizer } from "./minimizer.ts";

export const jest: Minimizer = {
  name: "jest",
  matches: ([program = ""]) => ["jest", "vitest"].includes(program),
  filter: dropping(
    /^\s*PASS\s+\S/,
    /^\s*[✓√✔] /,
    /^\s*\(pass\) /,
    /^\s*○ (?:skipped|todo)/,
    /^\s*RUN\s+v\d/,
    /^Determining test suites to run/,
  ),
};
