// The rules of each dispatcher but for strict mode, one example each.
import { describe, expect, test } from "bun:test";
import type { JsonObject, JsonValue } from "../model/request.ts";
import { adaptSchemaForStrict } from "./adapt.ts";
import { normalizeSchemaForCCA } from "./cca.ts";
import { fitsGoogleParameters, onlyGoogleFields } from "./google-parameters.ts";
import { normalizeSchemaForGoogle } from "./google.ts";
import { normalizeSchemaForMCP } from "./mcp.ts";
import { SchemaMemo } from "./memo.ts";
import { normalizeSchemaForOpenAIResponses } from "./openai-responses.ts";

type Row = [title: string, given: JsonValue, expected: JsonValue];

const text = { type: "string" };
const nothing = { type: "null" };
/** An object that requires one property. */
const withA = (a: JsonValue, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties: { a },
  required: ["a"],
  ...more,
});

describe("google, one property", () => {
  const rows: Row[] = [
    ["null as a marker", { type: ["string", "null"] }, { ...text, nullable: true }],
    [
      "null in a union of two",
      { anyOf: [text, nothing], description: "d" },
      { ...text, nullable: true, description: "d" },
    ],
    [
      "null in a larger union",
      { anyOf: [text, { type: "integer" }, nothing] },
      { anyOf: [text, { type: "integer" }], nullable: true },
    ],
    ["null by reference", { anyOf: [text, { $ref: "#/$defs/none" }] }, { ...text, nullable: true }],
    [
      "null among values",
      { type: ["string", "null"], enum: ["x", null] },
      { ...text, enum: ["x"], nullable: true },
    ],
    [
      "several types",
      { type: ["string", "integer"], description: "d", minLength: 1 },
      { description: "d", anyOf: [{ ...text, minLength: 1 }, { type: "integer" }] },
    ],
    ["oneOf", { oneOf: [text, { type: "integer" }] }, { anyOf: [text, { type: "integer" }] }],
    [
      "constants of a union",
      { anyOf: [{ const: "x" }, { const: "y" }] },
      { ...text, enum: ["x", "y"] },
    ],
    [
      "allOf",
      { allOf: [{ properties: { b: text }, required: ["b"] }, { properties: { c: text } }] },
      { type: "object", properties: { b: text, c: text }, required: ["b"] },
    ],
    [
      "null in a branch that is refused beside it",
      { const: "x", anyOf: [{ type: ["null", "string"] }] },
      { ...text, enum: ["x"] },
    ],
    [
      "types that several schemas share",
      { type: ["number", "string"], allOf: [{ type: ["integer", "null"] }] },
      { type: "integer" },
    ],
    [
      "a property said twice, without what does not go together",
      { properties: { b: { minItems: 1 } }, allOf: [{ properties: { b: text } }] },
      { type: "object", properties: { b: text } },
    ],
    [
      "snake case, which wins",
      { any_of: [text, nothing], anyOf: [{ type: "integer" }] },
      { ...text, nullable: true },
    ],
    ["upper case", { type: "STRING" }, text],
    [
      "a tuple",
      { type: "array", prefixItems: [text, { type: "integer" }], items: false },
      { type: "array", items: { anyOf: [text, { type: "integer" }] }, maxItems: 2 },
    ],
    [
      "numbers to choose from",
      { type: "integer", enum: [1, 2], description: "d" },
      { type: "integer", description: "d (one of: 1 | 2)" },
    ],
    ["an empty text to choose", { enum: ["", "x"] }, { enum: ["x"] }],
    [
      "unknown limits",
      { type: "number", exclusiveMinimum: 0, multipleOf: 5 },
      { type: "number", description: "(exclusiveMinimum: 0, multipleOf: 5)" },
    ],
    ["limits", { ...text, minLength: 1, pattern: "^x" }, { ...text, minLength: 1, pattern: "^x" }],
    ["an unknown format", { ...text, format: "uri" }, { ...text, description: "(format: uri)" }],
    ["a known format", { ...text, format: "date-time" }, { ...text, format: "date-time" }],
    [
      "an older limit",
      { type: "number", minimum: 3, exclusiveMinimum: true },
      { type: "number", description: "(exclusiveMinimum: 3)" },
    ],
    ["dialect and notes", { ...text, $comment: "c", readOnly: true, "x-y": 1 }, text],
    ["recursion", { $ref: "#" }, { type: "object", properties: {} }],
    ["a reference to nowhere", { $ref: "#/$defs/missing", description: "d" }, { description: "d" }],
    ["null alone", nothing, { nullable: true }],
    ["anything", true, {}],
  ];
  test.each(rows)("%s", (_title, given, expected) => {
    const result = normalizeSchemaForGoogle(withA(given, { $defs: { none: nothing } }));
    expect((result.properties as JsonObject).a).toEqual(expected);
  });

  test("what cannot be listed cannot be required", () => {
    expect(
      normalizeSchemaForGoogle({ type: "object", properties: { a: false }, required: ["a", "b"] }),
    ).toEqual({
      type: "object",
      properties: {},
    });
  });
});

describe("cloud code assist, one property", () => {
  const rows: Row[] = [
    ["null is left out", { type: ["string", "null"] }, text],
    ["null in a union", { anyOf: [text, nothing] }, text],
    ["the first of several types", { type: ["null", "integer", "string"] }, { type: "integer" }],
    ["the first of a mixed union", { anyOf: [text, { type: "integer" }] }, text],
    [
      "values of a union",
      { oneOf: [{ const: "x" }, { enum: ["y"], type: "string" }] },
      { ...text, enum: ["x", "y"] },
    ],
    [
      "objects of a union",
      {
        anyOf: [
          { properties: { kind: { const: "x" }, b: text }, required: ["kind", "b"] },
          { properties: { kind: { const: "y" } }, required: ["kind"] },
        ],
      },
      {
        type: "object",
        properties: { kind: { ...text, enum: ["x", "y"] }, b: text },
        required: ["kind"],
      },
    ],
    ["unions inside unions", { anyOf: [{ anyOf: [text, nothing] }, nothing] }, text],
    [
      "arrays of a union",
      {
        anyOf: [
          { type: "array", items: text },
          { type: "array", items: { type: "integer" } },
        ],
      },
      { type: "array" },
    ],
  ];
  test.each(rows)("%s", (_title, given, expected) => {
    expect((normalizeSchemaForCCA(withA(given)).properties as JsonObject).a).toEqual(expected);
  });

  test("a property of null is left out unless it is required", () => {
    const given = { type: "object", properties: { a: nothing, b: text } };
    expect(normalizeSchemaForCCA(given)).toEqual({ type: "object", properties: { b: text } });
  });

  test("what cannot be said is replaced as a whole", () => {
    const empty = { type: "object", properties: {} };
    expect(normalizeSchemaForCCA(withA(nothing))).toEqual(empty);
    expect(normalizeSchemaForCCA({ type: "null" })).toEqual(empty);
  });
});

describe("responses", () => {
  test("only oneOf changes, at any depth", () => {
    const inner = { oneOf: [text, nothing], $comment: "kept" };
    const given = { type: "object", properties: { a: inner }, $defs: { d: { items: inner } } };
    const said = { anyOf: [text, nothing], $comment: "kept" };
    expect(normalizeSchemaForOpenAIResponses(given)).toEqual({
      type: "object",
      properties: { a: said },
      $defs: { d: { items: said } },
    });
  });

  test("oneOf beside anyOf demands both", () => {
    expect(normalizeSchemaForOpenAIResponses({ anyOf: [text], oneOf: [nothing] })).toEqual({
      anyOf: [text],
      allOf: [{ anyOf: [nothing] }],
    });
  });
});

describe("mcp", () => {
  test("references are gone, recursion is cut after one turn", () => {
    const node = { type: "object", properties: { next: { $ref: "#/$defs/node" } } };
    expect(normalizeSchemaForMCP({ $schema: "x", $ref: "#/$defs/node", $defs: { node } })).toEqual({
      type: "object",
      properties: { next: { type: "object" } },
    });
  });

  test("a reference whose neighbours would change its meaning stays apart", () => {
    const closed = { type: "object", properties: { b: text }, additionalProperties: false };
    const given = { $ref: "#/$defs/closed", properties: { c: text }, $defs: { closed } };
    expect(normalizeSchemaForMCP(given)).toEqual({ properties: { c: text }, allOf: [closed] });
  });

  test("names that objects inherit are names like others", () => {
    const properties = JSON.parse(
      '{"__proto__": {"const": 1}, "constructor": {"$ref": "#/$defs/x"}}',
    );
    const result = normalizeSchemaForMCP({ type: "object", properties, $defs: { x: text } });
    expect(JSON.stringify(result)).toBe(
      '{"type":"object","properties":{"__proto__":{"enum":[1],"type":"integer"},"constructor":{"type":"string"}}}',
    );
  });
});

describe("fitting Google's parameters", () => {
  const fits: [boolean, JsonObject][] = [
    [true, withA(text)],
    [true, withA({ anyOf: [text, { type: "integer" }], nullable: true })],
    [true, withA({ type: "array", items: text })],
    [false, withA({ not: text })],
    [false, withA({ enum: ["x"] })],
    [false, withA({ type: "array" })],
    [false, withA({ type: "object", properties: {} })],
    [false, { type: "object", properties: {} }],
  ];
  test.each(fits)("%p: %j", (expected, schema) => {
    expect(fitsGoogleParameters(normalizeSchemaForGoogle(schema))).toBe(expected);
  });

  test("fields that the message does not have can be left out", () => {
    const given = withA({ type: "array", items: { ...text, not: { const: "x" } } });
    expect(onlyGoogleFields(given)).toEqual(withA({ type: "array", items: text }));
  });
});

test("a memo works once for each schema and each use", () => {
  const memo = new SchemaMemo();
  const schema = withA({ type: ["string", "null"] });
  const google = memo.get(schema, normalizeSchemaForGoogle);
  expect(memo.get(schema, normalizeSchemaForGoogle)).toBe(google);
  expect(memo.get({ ...schema }, normalizeSchemaForGoogle)).not.toBe(google);
  expect(memo.get(schema, normalizeSchemaForMCP)).not.toEqual(google);
  const strict = adaptSchemaForStrict(schema, { strict: true, memo });
  expect(adaptSchemaForStrict(schema, { strict: true, memo })).toBe(strict);
});
