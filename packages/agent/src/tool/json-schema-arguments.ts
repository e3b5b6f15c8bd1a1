// Checks arguments against JSON Schema as foreign tools bring it. The validator is loaded when the
// first such tool is called.
import type { JsonObject, JsonValue } from "@oh-my-pi/pi-ai/request";
import type { OutputUnit } from "@cfworker/json-schema";
import { isJsonArray, isJsonObject } from "../record.ts";
import type { ArgumentCheck, ArgumentPath, ArgumentViolation } from "./argument-violation.ts";

/** Keywords that only say that something below them failed. */
const PARENT_KEYWORDS: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "items",
  "prefixItems",
  "allOf",
  "$ref",
  "if",
  "then",
  "else",
  "false",
]);
const UNION_KEYWORDS: ReadonlySet<string> = new Set(["anyOf", "oneOf"]);

/** A checker for one schema; the compiled form is kept by the closure. */
export function jsonSchemaChecker(schema: JsonObject): (args: unknown) => Promise<ArgumentCheck> {
  let validator: Promise<{ validate(args: unknown): OutputUnit[] }> | undefined;
  return async (args) => {
    validator ??= load(schema);
    const errors = (await validator).validate(args);
    if (errors.length === 0) return { ok: true, args };
    return { ok: false, violations: violationsOf(errors, schema) };
  };
}

async function load(schema: JsonObject): Promise<{ validate(args: unknown): OutputUnit[] }> {
  const { Validator } = await import("@cfworker/json-schema");
  const validator = new Validator(schema, "2020-12", false);
  return {
    validate(args) {
      const result = validator.validate(args);
      return result.valid ? [] : result.errors;
    },
  };
}

function violationsOf(errors: readonly OutputUnit[], schema: JsonObject): ArgumentViolation[] {
  const unions = errors.filter((error) => UNION_KEYWORDS.has(error.keyword));
  return errors
    .filter((error) => !PARENT_KEYWORDS.has(error.keyword))
    .filter((error) => !unions.some((union) => isBelow(error, union)))
    .map((error) => toViolation(error, schema));
}

function toViolation(error: OutputUnit, schema: JsonObject): ArgumentViolation {
  const path = pointerKeys(error.instanceLocation);
  const keyword = resolve(schema, error.keywordLocation);
  switch (error.keyword) {
    case "type":
      return { path, kind: "type", expected: typeText(keyword) };
    case "enum":
      return { path, kind: "value", allowed: isJsonArray(keyword) ? keyword : [] };
    case "const":
      return { path, kind: "value", allowed: [keyword] };
    case "required": {
      const name = quotedName(error.error);
      const field = resolve(schema, `${parentOf(error.keywordLocation)}/properties/${name}`);
      return { path: [...path, name], kind: "missing", expected: schemaText(field) };
    }
    case "additionalProperties": {
      const fields = resolve(schema, `${parentOf(error.keywordLocation)}/properties`);
      return {
        path: [...path, quotedName(error.error)],
        kind: "unknown",
        allowed: isJsonObject(fields) ? Object.keys(fields) : [],
      };
    }
    case "anyOf":
    case "oneOf": {
      const branches = isJsonArray(keyword) ? keyword : [];
      const expected = [...new Set(branches.map(schemaText))].join(" or ");
      return { path, kind: "type", expected };
    }
    default:
      return { path, kind: "other", message: error.error };
  }
}

function isBelow(error: OutputUnit, union: OutputUnit): boolean {
  return error !== union && error.keywordLocation.startsWith(`${union.keywordLocation}/`);
}

function schemaText(schema: JsonValue | undefined): string {
  if (!isJsonObject(schema)) return "a value";
  if (isJsonArray(schema.enum)) {
    return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  }
  return schema.type === undefined ? "a value" : typeText(schema.type);
}

function typeText(type: JsonValue | undefined): string {
  const names = isJsonArray(type) ? type : [type ?? "value"];
  return names.filter((name) => typeof name === "string").join(" or ");
}

function pointerKeys(pointer: string): ArgumentPath {
  return pointer.split("/").slice(1).map(unescapeKey);
}

function unescapeKey(key: string): string {
  const text = key.replaceAll("~1", "/").replaceAll("~0", "~");
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a name with a bare percent sign is not an escape
  }
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

function resolve(schema: JsonObject, pointer: string): JsonValue | undefined {
  let current: JsonValue | undefined = schema;
  for (const key of pointerKeys(pointer)) {
    if (isJsonArray(current)) current = current[Number(key)];
    else current = isJsonObject(current) ? current[key] : undefined;
  }
  return current;
}

function quotedName(text: string): string {
  return /"(.*)"/s.exec(text)?.[1] ?? "";
}
