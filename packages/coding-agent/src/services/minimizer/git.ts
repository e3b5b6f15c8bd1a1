// Git: progress of transfers and the hints of `status`. Diffs, logs and contents are never touched.
import { dropping, subcommand, type Minimizer } from "./minimizer.ts";

const COMMANDS = new Set(
  "push pull fetch clone status checkout switch merge rebase gc submodule commit stash restore".split(
    " ",
  ),
);

export const git: Minimizer = {
  name: "git",
  matches: (words) => words[0] === "git" && COMMANDS.has(gitCommand(words) ?? ""),
  filter: dropping(
    /^(?:remote: )?(?:Enumerating|Counting|Compressing|Receiving|Writing|Unpacking|Finding) (?:objects|sources)/,
    /^(?:remote: )?(?:Resolving deltas|Updating files|Filtering content|Checking out files|Getting size for deltas)/,
    /^(?:remote: )?(?:Total \d+ \(delta|Delta compression using)/,
    /^remote:\s*$/,
    /^\s*\(use "git .*\)$/,
    /^ (?:create|delete) mode \d{6} /,
  ),
};

/** Options before the command may take a value: `git -C dir status`. */
function gitCommand(words: readonly string[]): string | undefined {
  let at = 1;
  while (words[at]?.startsWith("-"))
    at += ["-C", "-c", "--git-dir", "--work-tree"].includes(words[at] ?? "") ? 2 : 1;
  return subcommand(["git", ...words.slice(at)]);
}
