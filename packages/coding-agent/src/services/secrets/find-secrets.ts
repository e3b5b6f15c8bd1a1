// Where secrets are found: variables and .env files whose names say what they hold, credentials that omp keeps, and
// the user's own list. Reads; runs and sends nothing.
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readSecretEntries, type SecretEntry } from "./secret-entry.ts";
import { isRandom, SHORTEST } from "./secret-forms.ts";

/** Where to look. */
export interface SecretSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string | undefined;
  /** Secrets files, strongest last: the user's, then that of a trusted project. */
  readonly files: readonly string[];
  /** Keys that omp itself holds. */
  readonly credentials: () => readonly string[];
}

export interface FoundSecrets {
  readonly entries: readonly SecretEntry[];
  /** What of a secrets file could not be understood. */
  readonly problems: readonly string[];
}

const NAMES = /KEY|SECRET|TOKEN|PASSWORD|PASS|AUTH|CREDENTIAL|PRIVATE|OAUTH/i;
const DOTENV_FILES = [".env", ".env.local", ".env.development", ".env.production", ".env.test"];
const MAX_FILE_BYTES = 1 << 20;

/** Everything that is to be hidden in one session. */
export function findSecrets(sources: SecretSources): FoundSecrets {
  const { cwd, home = "" } = sources;
  const plain = new Set([
    ...Object.entries(sources.env).flatMap(([name, value]) =>
      value !== undefined && NAMES.test(name) ? [value] : [],
    ),
    ...headerValues(sources.env),
    ...DOTENV_FILES.flatMap((name) => dotenvValues(readSmall(join(cwd, name)) ?? "")),
    ...sources.credentials(),
  ]);
  const isSecret = (value: string): boolean =>
    value.length >= SHORTEST && !isPlace(value) && !cwd.includes(value) && !home.includes(value);
  const entries = new Map<string, SecretEntry>();
  for (const match of plain) if (isSecret(match)) entries.set(match, { match });
  const problems: string[] = [];
  for (const path of sources.files) {
    const read = readEntriesFile(path);
    for (const entry of read.entries) entries.set(String(entry.match), entry);
    problems.push(...read.problems.map((problem) => `${path}: ${problem}.`));
  }
  return { entries: [...entries.values()], problems };
}

/** Keys in variables that hold headers, as `name=value,name=value` with values that may be percent-encoded. */
function headerValues(env: SecretSources["env"]): string[] {
  const lists = Object.entries(env).flatMap(([name, list]) =>
    list !== undefined && name.endsWith("_HEADERS") ? [list] : [],
  );
  return lists
    .flatMap((list) => list.split(","))
    .flatMap((pair) => {
      const [, name = "", raw = ""] = /^\s*([^=]*?)\s*=\s*(.*?)\s*$/s.exec(pair) ?? [];
      // What stands before the last blank is the kind of a credential, such as Bearer.
      const value = raw.split(/%20|\s/).at(-1) ?? "";
      const plain = value.replaceAll(/(?:%[0-9a-f]{2})+/gi, unescaped);
      return NAMES.test(name) || isRandom(plain) ? [value, plain] : [];
    });
}

function unescaped(text: string): string {
  return Buffer.from(text.replaceAll("%", ""), "hex").toString();
}

/** Paths of sockets and key files are named like secrets and are none. */
function isPlace(value: string): boolean {
  return /^(?:\/|~|\.{1,2}\/|[A-Za-z]:\\)/.test(value);
}

/** Values whose names say that they are secret; a project's words for its own settings are none. */
function dotenvValues(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    const [, name, raw] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name === undefined || raw === undefined || !NAMES.test(name)) return [];
    const value = /^(["'])(.*)\1/.exec(raw)?.[2] ?? raw.replace(/\s+#.*$/, "");
    return isRandom(value) || /\d/.test(value) ? [value] : [];
  });
}

function readEntriesFile(path: string): FoundSecrets {
  const text = readSmall(path);
  if (text === undefined) return { entries: [], problems: [] };
  try {
    return readSecretEntries(Bun.YAML.parse(text));
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return { entries: [], problems: [`it cannot be read: ${cause}`] };
  }
}

/** A pipe or a device in the place of a file is not waited for. */
function readSmall(path: string): string | undefined {
  try {
    const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const kind = fstatSync(fd);
      const isFit = kind.isFile() && kind.size <= MAX_FILE_BYTES;
      return isFit ? readFileSync(fd, "utf8") : undefined;
    } finally {
      closeSync(fd);
    }
  } catch {
    // Most places have no such file.
    return undefined;
  }
}
