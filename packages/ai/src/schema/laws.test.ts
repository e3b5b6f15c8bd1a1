// For every target and every document: a schema comes out, within the target's rules, and normalising
// it again changes nothing.
import { describe, expect, test } from "bun:test";
import { corpus, skipUnless } from "@oh-my-pi/pi-testkit/require";
import fc from "fast-check";
import type { JsonObject, JsonValue } from "../model/request.ts";
import { strictSchemaForAnthropic } from "./anthropic-strict.ts";
import { normalizeSchemaForCCA } from "./cca.ts";
import { normalizeSchemaForGoogle, normalizeSchemaForGoogleJson } from "./google.ts";
import { normalizeSchemaForMCP } from "./mcp.ts";
import { normalizeSchemaForOpenAIResponses } from "./openai-responses.ts";
import { tryEnforceStrictSchema } from "./strict-enforce.ts";
import { schemaArbitraries } from "./testing/schema-arbitrary.ts";
import { brokenRule, TARGET_RULES } from "./testing/target-rules.ts";

const { anySchema } = schemaArbitraries(fc);

type Target = keyof typeof TARGET_RULES;

const dispatchers: Record<Target, (schema: JsonValue) => JsonValue> = {
  google: normalizeSchemaForGoogle,
  googleJson: normalizeSchemaForGoogleJson,
  cca: normalizeSchemaForCCA,
  mcp: normalizeSchemaForMCP,
  responses: normalizeSchemaForOpenAIResponses,
  strict: (schema) => tryEnforceStrictSchema(schema as JsonObject).schema,
  // A schema without a strict form is sent as it is.
  anthropic: (schema) => strictSchemaForAnthropic(schema as JsonObject)?.schema ?? schema,
};
/** Whether targets that may refuse have taken it. */
const takes: Partial<Record<Target, (schema: JsonValue) => boolean>> = {
  strict: (schema) => tryEnforceStrictSchema(schema as JsonObject).strict,
  anthropic: (schema) => strictSchemaForAnthropic(schema as JsonObject) !== undefined,
};
const targets = Object.keys(dispatchers) as Target[];

function check(target: Target, schema: JsonValue): void {
  const before = JSON.stringify(schema).slice(0, 100_000);
  const once = dispatchers[target](schema);
  expect(JSON.stringify(schema).slice(0, 100_000)).toBe(before);
  expect(dispatchers[target](once)).toEqual(once);
  const isTaken = takes[target]?.(schema) ?? true;
  if (isTaken) expect(brokenRule(once, TARGET_RULES[target])).toBeUndefined();
  else expect(once).toBe(schema);
}

interface CorpusCase {
  readonly id: string;
  readonly schema: JsonValue;
}

const documents = corpus("schema/draft2020-12.json.gz");

describe.each(targets)("%s", (target) => {
  skipUnless(documents)("every schema of the JSON Schema test suite", () => {
    const cases = documents.load() as CorpusCase[];
    expect(cases.length).toBeGreaterThan(300);
    for (const { schema } of cases) check(target, schema);
  });

  test("any schema", () => {
    fc.assert(
      fc.property(anySchema, (schema) => check(target, schema)),
      { numRuns: 2000 },
    );
  });

  test("extras without a word of being an object", () => {
    const extras = { additionalProperties: { type: ["object", "null"] } };
    check(target, { properties: { a: extras } });
  });

  test("what is no schema gives one all the same", () => {
    for (const value of [null, 7, "text", [], [{}], undefined]) {
      expect(() => dispatchers[target](value as JsonValue)).not.toThrow();
    }
  });
});

/** A node inside so many others. */
function nested(levels: number, wrap: (inner: JsonValue) => JsonObject): JsonValue {
  let schema: JsonValue = { type: "string" };
  for (let level = 0; level < levels; level++) schema = wrap(schema);
  return schema;
}

const wraps: Record<string, (inner: JsonValue) => JsonObject> = {
  properties: (inner) => ({ type: "object", properties: { a: inner }, required: ["a"] }),
  optional: (inner) => ({ type: "object", properties: { a: inner } }),
  items: (inner) => ({ type: "array", items: inner }),
  anyOf: (inner) => ({ anyOf: [inner, { type: "integer" }] }),
  allOf: (inner) => ({ allOf: [inner, { minLength: 1 }] }),
  not: (inner) => ({ not: inner }),
  "list of types": (inner) => ({ type: ["object", "string"], properties: { a: inner } }),
};

describe.each(targets)("%s, deep", (target) => {
  test.each(Object.entries(wraps))("%s", (_name, wrap) => {
    for (const levels of [50, 99, 101, 500]) check(target, nested(levels, wrap));
    const abyss = nested(100_000, wrap);
    expect(() => dispatchers[target](abyss)).not.toThrow();
    if (takes[target]?.(abyss) ?? true)
      expect(() => JSON.stringify(dispatchers[target](abyss))).not.toThrow();
  });
});

describe.each(targets)("%s, huge", (target) => {
  test("many properties", () => {
    const names = Array.from({ length: 20_000 }, (_, index) => `p${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
    const once = dispatchers[target]({ type: "object", properties, required: names }) as JsonObject;
    expect(Object.keys(once.properties as JsonObject).length).toBe(20_000);
  });

  test("many branches", () => {
    const anyOf = Array.from({ length: 5000 }, (_, index): JsonObject => ({
      type: "object",
      properties: { [`p${index}`]: { type: ["string", "null"] } },
    }));
    check(target, { type: "object", properties: { a: { anyOf } }, required: ["a"] });
  });

  test("references that double at each step end in time", () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, index): [string, JsonObject] => {
        const next = { $ref: `#/$defs/d${index + 1}` };
        return [`d${index}`, { type: "object", properties: { l: next, r: next } }];
      }),
    );
    const schema = { type: "object", properties: { a: { $ref: "#/$defs/d0" } }, $defs };
    const once = dispatchers[target](schema);
    if (takes[target]?.(schema) ?? true)
      expect(JSON.stringify(once).length).toBeLessThan(5_000_000);
  });
});
