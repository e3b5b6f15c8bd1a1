// Decides whether a call's arguments fit its tool, and repairs what is beyond doubt. One checker is made
// per tool and kept by it.
import type { JsonObject } from "@oh-my-pi/pi-ai/request";
import type { $ZodType } from "zod/v4/core";
import type { ArgumentCheck, ArgumentPath, ArgumentViolation } from "./argument-violation.ts";
import { jsonSchemaChecker } from "./json-schema-arguments.ts";
import { PreparedParameters } from "./prepared-parameters.ts";
import { repairArguments } from "./repair-arguments.ts";
import { isZodSchema, type Parameters } from "./wire-schema.ts";

/**
 * How strictly arguments are taken: `strict` as they came, `repair` after undoing unmistakable slips,
 * `lenient` as they came even when they do not fit.
 */
export type ArgumentMode = "strict" | "repair" | "lenient";

export type ArgumentChecker = (args: unknown) => Promise<ArgumentCheck>;

/** Makes the checker of one tool; `wire` gives the schema that models were shown. */
export function createArgumentChecker(
  parameters: Parameters,
  wire: () => JsonObject,
  mode: ArgumentMode,
): ArgumentChecker {
  const check = checkerFor(parameters, wire);
  return async (args) => {
    const first = await check(args);
    if (first.ok || mode === "strict") return first;
    const repaired = repairArguments(wire(), args);
    const second = repaired === args ? first : await check(repaired);
    if (second.ok) return second;
    return mode === "lenient" ? { ok: true, args } : first;
  };
}

function checkerFor(parameters: Parameters, wire: () => JsonObject): ArgumentChecker {
  if (parameters instanceof PreparedParameters)
    return async (args) => checkLoaded(await parameters.load(), args, wire);
  if (isZodSchema(parameters)) return (args) => checkLoaded(parameters, args, wire);
  return jsonSchemaChecker(parameters);
}

async function checkLoaded(
  schema: $ZodType,
  args: unknown,
  wire: () => JsonObject,
): Promise<ArgumentCheck> {
  const { checkWithZod } = await import("./zod-arguments.ts");
  return checkUnknown(checkWithZod(schema, args, fieldsOf(wire)), args, wire);
}

/** zod drops unknown fields without a word; a field we promised not to have is an error. */
function checkUnknown(
  checked: ArgumentCheck,
  args: unknown,
  wire: () => JsonObject,
): ArgumentCheck {
  if (typeof args !== "object" || args === null || wire().additionalProperties !== false) {
    return checked;
  }
  const allowed = fieldsOf(wire)([]);
  const known = new Set(checked.ok ? [] : checked.violations.map(({ path }) => path.join("/")));
  const violations = Object.keys(args)
    .filter((name) => !allowed.includes(name) && !known.has(name))
    .map((name): ArgumentViolation => ({ path: [name], kind: "unknown", allowed }));
  if (violations.length === 0) return checked;
  return { ok: false, violations: [...(checked.ok ? [] : checked.violations), ...violations] };
}

function fieldsOf(wire: () => JsonObject): (path: ArgumentPath) => readonly string[] {
  return (path) => {
    let schema: unknown = wire();
    for (const key of path) {
      schema =
        typeof key === "number" ? read(schema, "items") : read(read(schema, "properties"), key);
    }
    return Object.keys((read(schema, "properties") as object | undefined) ?? {});
  };
}

function read(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return (value as Record<string, unknown>)[key];
}
