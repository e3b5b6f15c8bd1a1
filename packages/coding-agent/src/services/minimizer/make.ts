// make, ninja and cmake: directories entered, files compiled, checks that succeeded.
import { dropping, type Minimizer } from "./minimizer.ts";

export const make: Minimizer = {
  name: "make",
  matches: ([program = ""]) => ["make", "gmake", "ninja", "cmake"].includes(program),
  filter: dropping(
    /^g?make(?:\[\d+\])?: (?:Entering|Leaving) directory /,
    /^\s*(?:\S*-)?(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|ar|ranlib|ld|strip|libtool|install) .*-/,
    /^\[\s*\d+(?:%|\/\d+)\] /,
    /^\s+(?:CC|CXX|LD|AR|AS|GEN|INSTALL|LINK|HOSTCC|CCLD|CXXLD)\s+\S+$/,
    /^checking .*\.\.\. /,
    /^-- (?:Detecting|Check for|Looking for|Found|Performing Test|The C(?:XX)? compiler)/,
    /^Consolidate compiler generated dependencies|^Scanning dependencies of target/,
  ),
};
