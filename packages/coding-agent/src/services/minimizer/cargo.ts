// Cargo: crates that compile and tests that pass.
import { dropping, type Minimizer } from "./minimizer.ts";

export const cargo: Minimizer = {
  name: "cargo",
  matches: ([program]) => program === "cargo",
  filter: dropping(
    /^\s+(?:Compiling|Checking|Fresh|Downloading|Downloaded|Updating|Locking|Adding|Blocking|Unpacking|Installing|Dirty|Documenting) /,
    /^\s+(?:Running|Doc-tests) /,
    /^test .+ \.\.\. ok$/,
    /^running \d+ tests?$/,
    /^\s*Building \[/,
  ),
};
