// What one setting is: its key, its type, its default, what it is for, and whether a repository may
// set it. Pure; knows no setting and no file.
import { nearest } from "@oh-my-pi/pi-utils/text/edit-distance";

/**
 * Whether a project's settings file may set a key. `free`: yes. `tighten`: only to a value that allows
 * less than the one in force. `never`: it would loosen policy, redirect traffic or run something.
 */
export type ProjectRule = "free" | "tighten" | "never";

/** A value that fits, or a sentence that says what would. */
export type Fit<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: string };

/** A declared setting; `Value` is what its readers get. */
export interface Setting<Value = unknown> {
  readonly key: string;
  readonly kind: "boolean" | "number" | "string" | "choice" | "record" | "list";
  readonly fallback: Value;
  readonly doc: string;
  readonly project: ProjectRule;
  /** Known and checked, but nothing reads it yet. */
  readonly isUnused?: boolean;
  readonly allowed?: readonly string[];
  /** Least and greatest number. */
  readonly limits?: { readonly min?: number; readonly max?: number };
  /** Checks a value as a settings file holds it. */
  fit(value: unknown): Fit<Value>;
  /** Checks a value as a person types it. */
  fitText(text: string): Fit<Value>;
  /** For `tighten`: true when the candidate allows no more than what is in force. */
  isTighter?(candidate: Value, inForce: Value): boolean;
}

/** The declared setting of that key, or the sentence that says what was meant. */
export function findSetting(declared: readonly Setting[], key: string): Setting | string {
  const found = declared.find((setting) => setting.key === key);
  if (found !== undefined) return found;
  const keys = declared.map((setting) => setting.key);
  const meant = nearest(key, keys);
  return `Unknown setting: ${key}.${meant === undefined ? " See omp config list." : ` Did you mean ${meant}?`}`;
}

interface Declaration<Value> {
  readonly default: Value;
  readonly doc: string;
  readonly project: ProjectRule;
  readonly isTighter?: (candidate: Value, inForce: Value) => boolean;
}

const ok = <Value>(value: Value): Fit<Value> => ({ ok: true, value });
const no = (problem: string): Fit<never> => ({ ok: false, problem });

/** A switch. */
export function booleanSetting(key: string, declared: Declaration<boolean>): Setting<boolean> {
  const words: Record<string, boolean> = {
    true: true,
    yes: true,
    on: true,
    1: true,
    false: false,
    no: false,
    off: false,
    0: false,
  };
  return {
    ...base(key, "boolean", declared),
    fit: (value) =>
      typeof value === "boolean"
        ? ok(value)
        : no(`Invalid boolean value: ${show(value)}. Use true or false.`),
    fitText: (text) => {
      const value = words[text.trim().toLowerCase()];
      return value === undefined
        ? no(`Invalid boolean value: ${text}. Use true or false.`)
        : ok(value);
    },
  };
}

/** A number, with optional limits. */
export function numberSetting(
  key: string,
  declared: Declaration<number> & { readonly min?: number; readonly max?: number },
): Setting<number> {
  const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = declared;
  const range = [min > -Infinity ? `at least ${min}` : "", max < Infinity ? `at most ${max}` : ""]
    .filter(Boolean)
    .join(", ");
  const fit = (value: unknown): Fit<number> => {
    if (typeof value !== "number" || Number.isNaN(value))
      return no(`Invalid number value: ${show(value)}.`);
    return value < min || value > max
      ? no(`Invalid number value: ${value}. It must be ${range}.`)
      : ok(value);
  };
  return {
    ...base(key, "number", declared),
    limits: {
      ...(declared.min !== undefined && { min: declared.min }),
      ...(declared.max !== undefined && { max: declared.max }),
    },
    fit,
    fitText: (text) => {
      const value = text.trim() === "" ? Number.NaN : Number(text);
      return Number.isNaN(value) ? no(`Invalid number value: ${text || '""'}.`) : fit(value);
    },
  };
}

/** Any text. */
export function stringSetting<Value extends string | undefined>(
  key: string,
  declared: Declaration<Value>,
): Setting<string | Value> {
  return {
    ...base<string | Value>(key, "string", declared as Declaration<string | Value>),
    fit: (value) =>
      typeof value === "string" ? ok(value) : no(`Invalid string value: ${show(value)}.`),
    fitText: (text) => ok(text),
  };
}

/** One of a few words. */
export function choiceSetting<const Words extends readonly string[]>(
  key: string,
  words: Words,
  declared: Declaration<Words[number]>,
): Setting<Words[number]> {
  const fit = (value: unknown): Fit<Words[number]> => {
    if (typeof value === "string" && words.includes(value)) return ok(value);
    const meant = typeof value === "string" ? nearest(value, words) : undefined;
    const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
    return no(`Invalid value: ${show(value)}. Allowed: ${words.join(", ")}.${hint}`);
  };
  return {
    ...base(key, "choice", declared),
    allowed: words,
    fit,
    fitText: (text) => fit(text.trim()),
  };
}

/** A table of names and values; `item` says what a value must be. */
export function recordSetting<Item>(
  key: string,
  item: (value: unknown) => value is Item,
  declared: Declaration<Readonly<Record<string, Item>>>,
): Setting<Readonly<Record<string, Item>>> {
  const fit = (value: unknown): Fit<Readonly<Record<string, Item>>> =>
    isTable(value) && Object.values(value).every(item)
      ? ok(value as Record<string, Item>)
      : no(`Invalid table value: ${show(value)}.`);
  return {
    ...base(key, "record", declared),
    fit,
    fitText: (text) => fitJson(text, fit),
  };
}

/** A list; `item` says what an entry must be. Typed as JSON, or as words with commas between them. */
export function listSetting<Item>(
  key: string,
  item: (value: unknown) => value is Item,
  declared: Declaration<readonly Item[]>,
): Setting<readonly Item[]> {
  const fit = (value: unknown): Fit<readonly Item[]> =>
    Array.isArray(value) && value.every(item)
      ? ok(value)
      : no(`Invalid list value: ${show(value)}.`);
  return {
    ...base(key, "list", declared),
    fit,
    fitText: (text) =>
      text.trim().startsWith("[")
        ? fitJson(text, fit)
        : fit(
            text
              .split(",")
              .map((word) => word.trim())
              .filter(Boolean),
          ),
  };
}

/** True for a plain object. */
export function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function base<Value>(key: string, kind: Setting["kind"], declared: Declaration<Value>) {
  const { default: fallback, doc, project, isTighter } = declared;
  return { key, kind, fallback, doc, project, ...(isTighter && { isTighter }) };
}

function fitJson<Value>(text: string, fit: (value: unknown) => Fit<Value>): Fit<Value> {
  try {
    return fit(JSON.parse(text));
  } catch {
    // Not JSON at all: the check says what a value must look like.
    return fit(text);
  }
}

function show(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
}
