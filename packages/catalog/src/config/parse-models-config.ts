// Reads models.yml (or .json, .jsonc): a sound configuration, or everything that is wrong with it,
// each with its line and what would be right. Opens no files and runs nothing.
import type { ModelsConfig } from "./models-config.ts";
import { checkModelsConfig } from "./models-config-rules.ts";
import type { ReadDocument } from "./document.ts";
import { readJsonDocument } from "./json-document.ts";
import { formatPath, isRecord } from "./rules.ts";

/** One thing that is wrong in a configuration file. */
export interface ConfigError {
  line: number;
  column?: number;
  /** `providers.ollama.models[0].id`; empty for the whole file. */
  path: string;
  problem: string;
  allowed: string;
}

/** A sound configuration, or what is wrong with the file. */
export type ParsedModelsConfig =
  { ok: true; config: ModelsConfig } | { ok: false; errors: readonly ConfigError[] };

export interface ParseOptions {
  /** Wire formats that extensions have registered. */
  extraApis?: readonly string[];
}

/** Keys in a value, however deep. */
function countKeys(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countKeys(item), 0);
  if (!isRecord(value)) return 0;
  const below = Object.values(value).map(countKeys);
  return below.reduce((sum, keys) => sum + keys, Object.keys(value).length);
}

/**
 * Could a key stand twice? Each key is followed by a colon, so as many colons as keys prove that none
 * does. Anchors, explicit keys and braces break the count and are left to the full parser.
 */
function mayRepeatKeys(text: string, value: unknown): boolean {
  if (/[&*]\w|<<|\{|^\s*\?\s/m.test(text)) return true;
  const colons = text.match(/:(?=\s|$)|["']\s*:/gm)?.length ?? 0;
  return colons > countKeys(value);
}

async function readYaml(text: string): Promise<ReadDocument> {
  // Every JSON text is YAML too, and its reader is at hand.
  const asJson = text.trimStart().startsWith("{") ? readJsonDocument(text) : undefined;
  if (asJson?.problems.length === 0) return asJson;
  try {
    const value: unknown = Bun.YAML.parse(text);
    if (!mayRepeatKeys(text, value)) {
      return { value, problems: [], locate: () => ({ line: 1, column: 1 }) };
    }
  } catch {
    // The full parser below says what is wrong, and where.
  }
  return readYamlFully(text);
}

async function readYamlFully(text: string): Promise<ReadDocument> {
  const { readYamlDocument } = await import("./yaml-document.ts");
  return readYamlDocument(text);
}

/** A mapping without the keys that were left empty; a request body keeps its nulls. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([, entry]) => entry !== null);
  return Object.fromEntries(
    entries.map(([key, entry]) => [key, key === "extraBody" ? entry : withoutEmpty(entry)]),
  );
}

function toConfig(value: unknown): ModelsConfig {
  const config = withoutEmpty(value ?? {}) as Partial<ModelsConfig>;
  return { providers: config.providers ?? {}, equivalence: config.equivalence ?? {} };
}

/** Reads the text of a models file; the ending of its name says in which format. */
export async function parseModelsConfig(
  text: string,
  fileName: string,
  options: ParseOptions = {},
): Promise<ParsedModelsConfig> {
  const isJson = /\.jsonc?$/i.test(fileName);
  const document = isJson ? readJsonDocument(text) : await readYaml(text);
  if (document.problems.length > 0) {
    const errors = document.problems.map(({ path, ...rest }) => ({
      path: formatPath(path),
      ...rest,
    }));
    return { ok: false, errors };
  }
  const problems = checkModelsConfig(document.value ?? {}, options.extraApis);
  if (problems.length === 0) return { ok: true, config: toConfig(document.value) };
  const { locate } = isJson ? document : await readYamlFully(text);
  const errors = problems.map(({ path, problem, allowed }) => ({
    ...locate(path),
    path: formatPath(path),
    problem,
    allowed,
  }));
  return { ok: false, errors: errors.toSorted((a, b) => a.line - b.line) };
}

/** Errors as lines for people: `models.yml:4: providers.x.api: got "y" (one of ...)`. */
export function formatConfigErrors(fileName: string, errors: readonly ConfigError[]): string {
  return errors
    .map(({ line, path, problem, allowed }) => {
      const place = path === "" ? "" : `${path}: `;
      return `${fileName}:${line}: ${place}${problem} (${allowed})`;
    })
    .join("\n");
}
