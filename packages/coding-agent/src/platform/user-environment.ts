// The environment as the user means it: what the process was given, and for what is missing there the .env files of
// the user's own directories. A project's .env is none of them: it is not read.
import { readFileSync } from "node:fs";
import { join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** Adds what the user's files say; what is set already, even to nothing, wins. */
export function userEnvironment(given: Environment, home: string | undefined): Environment {
  if (home === undefined) return given;
  const root = join(home, given["PI_CONFIG_DIR"] || ".omp");
  const agentDir = given["PI_CODING_AGENT_DIR"] || join(root, "agent");
  const texts = [agentDir, root, home].map((folder) => readOrNothing(join(folder, ".env")));
  if (texts.every((text) => text === "")) return given;
  return Object.assign({}, ...texts.toReversed().map(parseEnv), given) as Environment;
}

const ASSIGNMENT = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/;

/** Assignments of a .env file; `OMP_X` also stands for `PI_X`. Nothing is expanded or run. */
export function parseEnv(text: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    const [, name, raw] = ASSIGNMENT.exec(line) ?? [];
    if (name !== undefined && raw !== undefined) found[name] = unquote(raw);
  }
  const mirrored = Object.entries(found)
    .filter(([name]) => name.startsWith("OMP_"))
    .map(([name, value]): [string, string] => [`PI_${name.slice(4)}`, value]);
  return { ...Object.fromEntries(mirrored), ...found };
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** Quotes are taken off; without them a ` #` begins a comment. */
function unquote(raw: string): string {
  const double = /^"((?:[^"\\]|\\.)*)"/.exec(raw)?.[1];
  if (double !== undefined)
    return double.replace(/\\(.)/g, (_, char: string) => ESCAPES[char] ?? char);
  const single = /^'([^']*)'/.exec(raw)?.[1];
  return single ?? raw.replace(/(?:^|\s)#.*$/, "").trimEnd();
}

function readOrNothing(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // Most people have no such file.
    return "";
  }
}
