// Checks arguments with a zod schema and says what is wrong in our own terms.
import { type $ZodIssue, type $ZodType, safeParse } from "zod/v4/core";
import {
  type ArgumentCheck,
  type ArgumentPath,
  type ArgumentViolation,
  valueAt,
} from "./argument-violation.ts";

type AllowedFields = (path: ArgumentPath) => readonly string[];

/** Parses; defaults and transforms of the schema are applied. */
export function checkWithZod(
  schema: $ZodType,
  args: unknown,
  allowedFields: AllowedFields,
): ArgumentCheck {
  const parsed = safeParse(schema, args);
  if (parsed.success) return { ok: true, args: parsed.data };
  const violations = parsed.error.issues.flatMap((issue) =>
    violationsOf(issue, [], args, allowedFields),
  );
  return { ok: false, violations };
}

function violationsOf(
  issue: $ZodIssue,
  prefix: ArgumentPath,
  args: unknown,
  allowedFields: AllowedFields,
): ArgumentViolation[] {
  const path = [...prefix, ...issue.path.map(toKey)];
  const isAbsent = valueAt(args, path) === undefined;
  switch (issue.code) {
    case "invalid_type":
      return [{ path, kind: isAbsent ? "missing" : "type", expected: issue.expected }];
    case "invalid_value": {
      if (!isAbsent) return [{ path, kind: "value", allowed: issue.values }];
      return [{ path, kind: "missing", expected: choices(issue.values) }];
    }
    case "unrecognized_keys":
      return issue.keys.map((key) => ({
        path: [...path, key],
        kind: "unknown",
        allowed: allowedFields(path),
      }));
    case "invalid_union": {
      if ("options" in issue && Array.isArray(issue.options)) {
        if (isAbsent) return [{ path, kind: "missing", expected: choices(issue.options) }];
        return [{ path, kind: "value", allowed: issue.options }];
      }
      return unionViolations(issue.errors, path, args, allowedFields);
    }
    default:
      return [{ path, kind: "other", message: issue.message }];
  }
}

/** Speaks of the one branch whose outer type fits, else names the types that would. */
function unionViolations(
  branches: readonly (readonly $ZodIssue[])[],
  path: ArgumentPath,
  args: unknown,
  allowedFields: AllowedFields,
): ArgumentViolation[] {
  const fitting = branches.filter((branch) => !branch.some(isOuterMismatch));
  const closest = fitting.toSorted((a, b) => a.length - b.length)[0];
  if (closest !== undefined) {
    return closest.flatMap((issue) => violationsOf(issue, path, args, allowedFields));
  }
  const expected = branches.flatMap((branch) => branch.filter(isOuterMismatch).map(expectedBy));
  const text = [...new Set(expected)].join(" or ");
  const isAbsent = valueAt(args, path) === undefined;
  return [{ path, kind: isAbsent ? "missing" : "type", expected: text }];
}

function isOuterMismatch(issue: $ZodIssue): boolean {
  return (
    issue.path.length === 0 && (issue.code === "invalid_type" || issue.code === "invalid_value")
  );
}

function expectedBy(issue: $ZodIssue): string {
  if (issue.code === "invalid_type") return issue.expected;
  return issue.code === "invalid_value" ? choices(issue.values) : issue.message;
}

function choices(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value) ?? String(value)).join(" or ");
}

function toKey(key: PropertyKey): string | number {
  return typeof key === "symbol" ? String(key) : key;
}
