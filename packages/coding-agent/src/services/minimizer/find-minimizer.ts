// Which minimizer knows a command. Only a single program qualifies: what a pipeline or a list prints is nobody's format.
import { parseShell } from "../command-safety/parse-script.ts";
import type { Word } from "../command-safety/syntax.ts";
import type { MinimizerOptions } from "../shell/shell-options.ts";
import { cargo } from "./cargo.ts";
import { docker } from "./docker.ts";
import { eslint } from "./eslint.ts";
import { git } from "./git.ts";
import { go } from "./go.ts";
import { jest } from "./jest.ts";
import { make } from "./make.ts";
import type { Minimizer } from "./minimizer.ts";
import { nodePackages } from "./node-packages.ts";
import { pytest } from "./pytest.ts";
import { tsc } from "./tsc.ts";

const MINIMIZERS: readonly Minimizer[] = [
  git,
  cargo,
  go,
  pytest,
  jest,
  tsc,
  eslint,
  make,
  docker,
  nodePackages,
];

/** Words that run the program that follows them. */
const LAUNCHERS: readonly RegExp[] = [
  /^(?:npx|bunx|time|nice|nohup)(?: --?\S+)* /,
  /^(?:pnpm|yarn|npm|bun) (?:exec|dlx|x)(?: --)? /,
  /^(?:uv|poetry|pipenv|hatch|rye) run /,
  /^python[\d.]* -m /,
];

/** The minimizer for a command, if one knows it and the user lets it. */
export function findMinimizer(
  command: string,
  { only, except }: Pick<MinimizerOptions, "only" | "except">,
): Minimizer | undefined {
  const words = programWords(command);
  if (words === undefined) return undefined;
  const [program = ""] = words;
  const names = (found: Minimizer): readonly string[] => [found.name, program];
  const found = MINIMIZERS.find((minimizer) => minimizer.matches(words));
  if (found === undefined || names(found).some((name) => except.includes(name))) return undefined;
  const isWanted = only.length === 0 || names(found).some((name) => only.includes(name));
  return isWanted ? found : undefined;
}

/** The program without its folder and launchers, and its arguments; undefined for anything but one plain command. */
function programWords(command: string): string[] | undefined {
  const words = simpleWords(command);
  if (words === undefined) return undefined;
  let line = words.join(" ");
  for (const launcher of LAUNCHERS) line = line.replace(launcher, "");
  const [program = "", ...rest] = line.split(" ");
  return [program.slice(program.lastIndexOf("/") + 1), ...rest];
}

function simpleWords(command: string): string[] | undefined {
  try {
    const [item, ...more] = parseShell(command);
    const [only, ...piped] = item?.pipeline ?? [];
    if (more.length > 0 || piped.length > 0 || item?.operator === "&") return undefined;
    if (only?.type !== "simple" || only.redirects.some(({ operator }) => isToFile(operator)))
      return undefined;
    return only.words.map(literal);
  } catch {
    // What bash would not read either is no known program.
    return undefined;
  }
}

function isToFile(operator: string): boolean {
  return operator.includes(">") && !operator.endsWith("&");
}

/** The text of a word; what only running could tell stands as a question mark. */
function literal({ parts }: Word): string {
  return parts.map((part) => (part.type === "text" ? part.text : "?")).join("");
}
