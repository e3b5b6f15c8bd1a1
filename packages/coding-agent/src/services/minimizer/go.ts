// Go: downloads, passing tests of `-v`, packages without tests.
import { dropping, type Minimizer } from "./minimizer.ts";

export const go: Minimizer = {
  name: "go",
  matches: ([program]) => program === "go",
  filter: dropping(
    /^go: (?:downloading|extracting|finding|added) /,
    /^\s*=== (?:RUN|PAUSE|CONT|NAME)\b/,
    /^\s*--- PASS: /,
    /^\?\s+\S+\s+\[no test files\]$/,
    /^PASS$/,
  ),
};
