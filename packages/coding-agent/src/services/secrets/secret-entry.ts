// What a user may write into secrets.yml: one entry for each thing to hide. Pure; a wrong entry is answered with what
// is wrong about it.

/** Something to hide. */
export interface SecretEntry {
  /** The text itself, or an expression that finds it. */
  readonly match: string | RegExp;
  /** Absent for text that comes back in tool arguments; else what it is replaced by for good, `true` for filler. */
  readonly replacement?: string | true;
}

export interface ReadEntries {
  readonly entries: readonly SecretEntry[];
  readonly problems: readonly string[];
}

const TYPES = ["plain", "regex"];
const MODES = ["obfuscate", "replace"];

/** Checks the content of a file: a list of entries. */
export function readSecretEntries(value: unknown): ReadEntries {
  if (value === undefined || value === null) return { entries: [], problems: [] };
  if (!Array.isArray(value)) return { entries: [], problems: ["it must be a list of entries"] };
  const entries: SecretEntry[] = [];
  const problems: string[] = [];
  for (const [at, raw] of value.entries()) {
    const read = readEntry(raw);
    if (typeof read === "string") problems.push(`entry ${at + 1}: ${read}`);
    else entries.push(read);
  }
  return { entries, problems };
}

function readEntry(raw: unknown): SecretEntry | string {
  if (typeof raw !== "object" || raw === null) return "it must have a type and a content";
  const { type, content, mode = "obfuscate", replacement, flags } = raw as Record<string, unknown>;
  if (typeof type !== "string" || !TYPES.includes(type)) return `type must be ${either(TYPES)}`;
  if (typeof content !== "string" || content === "") return "content must be a text";
  if (typeof mode !== "string" || !MODES.includes(mode)) return `mode must be ${either(MODES)}`;
  if (replacement !== undefined && typeof replacement !== "string")
    return "replacement must be a text";
  if (flags !== undefined && typeof flags !== "string") return "flags must be letters, such as i";
  const match = type === "plain" ? content : expression(content, flags);
  if (match === undefined) return `${content} is no regular expression`;
  return mode === "replace" ? { match, replacement: replacement ?? true } : { match };
}

/** `/text/flags` or the bare text; it always finds every occurrence. */
function expression(content: string, flags = ""): RegExp | undefined {
  const [, literal, literalFlags = ""] = /^\/(.+)\/([a-z]*)$/s.exec(content) ?? [];
  try {
    return new RegExp(literal ?? content, [...new Set(`g${literalFlags}${flags}`)].join(""));
  } catch {
    // Said by the caller, with the text that was meant.
    return undefined;
  }
}

const either = (words: readonly string[]): string => words.join(" or ");
