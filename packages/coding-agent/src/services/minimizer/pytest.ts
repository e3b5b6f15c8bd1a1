// pytest: where it runs, what it loads, and tests that pass.
import { dropping, type Minimizer } from "./minimizer.ts";

export const pytest: Minimizer = {
  name: "pytest",
  matches: ([program]) => program === "pytest" || program === "py.test",
  filter: dropping(
    /^(?:platform|cachedir|rootdir|configfile|plugins|testpaths|asyncio|hypothesis profile|benchmark)[: ]/,
    /^collecting \.\.\.\s*$/,
    /^\S+\.py [.sx]+\s+(?:\[\s*\d+%\])?\s*$/,
    /^[.sx]+\s+\[\s*\d+%\]\s*$/,
    /^\S+::.+ (?:PASSED|SKIPPED|XFAIL)\b.*$/,
    /^\[gw\d+\] \[\s*\d+%\] PASSED /,
  ),
};
