// What is wrong with a call's arguments, said so that a model can correct itself: where, what was
// expected, what came, what is allowed, what was probably meant. Knows no schema library.
import { nearestName } from "./nearest.ts";

export type ArgumentPath = readonly (string | number)[];

/** One thing wrong, free of the checker that found it. */
export type ArgumentViolation = { readonly path: ArgumentPath } & (
  | { readonly kind: "missing"; readonly expected: string }
  | { readonly kind: "type"; readonly expected: string }
  | { readonly kind: "value"; readonly allowed: readonly unknown[] }
  | { readonly kind: "unknown"; readonly allowed: readonly string[] }
  | { readonly kind: "other"; readonly message: string }
);

/** The arguments to run with, or what is wrong with them. */
export type ArgumentCheck =
  | { readonly ok: true; readonly args: unknown }
  | { readonly ok: false; readonly violations: readonly ArgumentViolation[] };

const MAX_RECEIVED_CHARACTERS = 2000;
const MAX_VIOLATIONS = 20;

/** The error text for the model. */
export function describeViolations(
  toolName: string,
  violations: readonly ArgumentViolation[],
  args: unknown,
): string {
  const unknown = violations.filter((violation) => violation.kind === "unknown");
  const lines = violations
    .slice(0, MAX_VIOLATIONS)
    .map((violation) => `  - ${pathText(violation.path)}: ${describe(violation, args, unknown)}`);
  const hidden = violations.length - lines.length;
  if (hidden > 0) lines.push(`  - and ${hidden} more`);
  return [
    `Validation failed for tool "${toolName}":`,
    ...lines,
    "",
    "Received arguments:",
    shorten(JSON.stringify(args, undefined, 2) ?? String(args)),
  ].join("\n");
}

function describe(
  violation: ArgumentViolation,
  args: unknown,
  unknown: readonly ArgumentViolation[],
): string {
  const { path } = violation;
  switch (violation.kind) {
    case "missing": {
      const rivals = unknown.filter((other) => isSibling(other.path, path)).map(lastName);
      const meant = nearestName(lastName(violation), rivals);
      const hint = meant === undefined ? "" : `; did you mean it by "${meant}"?`;
      return `required, expected ${violation.expected}${hint}`;
    }
    case "type":
      return `expected ${violation.expected}, got ${quoteValue(valueAt(args, path))}`;
    case "value": {
      const got = valueAt(args, path);
      const names = violation.allowed.filter((value) => typeof value === "string");
      const meant = typeof got === "string" ? nearestName(got, names) : undefined;
      const hint = meant === undefined ? "" : `; did you mean "${meant}"?`;
      const allowed = violation.allowed.map((value) => JSON.stringify(value)).join(", ");
      const choice = violation.allowed.length === 1 ? allowed : `one of ${allowed}`;
      return `expected ${choice}, got ${quoteValue(got)}${hint}`;
    }
    case "unknown": {
      const meant = nearestName(lastName(violation), violation.allowed);
      const hint = meant === undefined ? "." : `; did you mean "${meant}"?`;
      return `unknown field${hint} Fields: ${violation.allowed.join(", ") || "none"}`;
    }
    default:
      return violation.message;
  }
}

/** The value a path leads to. */
export function valueAt(value: unknown, path: ArgumentPath): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== "object" || current === null) return undefined;
    current = (current as Record<string | number, unknown>)[key];
  }
  return current;
}

function pathText(path: ArgumentPath): string {
  return path.length === 0 ? "root" : path.join("/");
}

function lastName(violation: { readonly path: ArgumentPath }): string {
  return String(violation.path.at(-1) ?? "");
}

function isSibling(a: ArgumentPath, b: ArgumentPath): boolean {
  return a.length === b.length && a.slice(0, -1).every((key, index) => key === b[index]);
}

function quoteValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  const kind = Array.isArray(value) ? "array" : typeof value;
  const text = JSON.stringify(value);
  return text.length <= 60 ? `${kind} ${text}` : kind;
}

function shorten(text: string): string {
  if (text.length <= MAX_RECEIVED_CHARACTERS) return text;
  return `${text.slice(0, MAX_RECEIVED_CHARACTERS).toWellFormed()}… (${text.length} characters)`;
}
