// OpenAI's strict mode: what is left of a schema, what becomes of optional properties, and when it must
// not be used.
import { describe, expect, test } from "bun:test";
import type { JsonObject, JsonValue } from "../model/request.ts";
import { adaptSchemaForStrict } from "./adapt.ts";
import { enforceStrictSchema, tryEnforceStrictSchema } from "./strict-enforce.ts";
import { sanitizeSchemaForStrictMode } from "./strict-sanitize.ts";

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

describe("strict, one property", () => {
  const rows: Row[] = [
    ["keeps a plain type", text, text],
    [
      "drops what describes no structure",
      { ...text, pattern: "x", minLength: 2, format: "uri" },
      text,
    ],
    ["drops conditions", { ...text, if: text, else: text, not: { const: "x" } }, text],
    [
      "tells a default",
      { ...text, description: "d", default: 5 },
      { ...text, description: "d (default: 5)" },
    ],
    [
      "tells it once",
      { ...text, description: "d (default: 4)", default: 5 },
      { ...text, description: "d (default: 4)" },
    ],
    ["has no words to tell it in", { ...text, default: 5 }, text],
    [
      "lets siblings of a reference win",
      { $ref: "#/$defs/x", description: "mine" },
      { ...text, description: "mine" },
    ],
    [
      "resolves references in references",
      { $ref: "#/$defs/y" },
      { ...text, description: "theirs" },
    ],
    [
      "resolves an allOf of one, whose keys win",
      { description: "mine", allOf: [{ $ref: "#/$defs/x" }] },
      { ...text, description: "theirs" },
    ],
    [
      "splits types and hoists the description",
      {
        type: ["integer", "object"],
        description: "d",
        minimum: 1,
        properties: { b: text },
        required: ["b"],
      },
      {
        description: "d",
        anyOf: [
          { type: "integer" },
          { type: "object", properties: { b: text }, required: ["b"], additionalProperties: false },
        ],
      },
    ],
    [
      "sorts values of an enum by type",
      { type: ["string", "null"], enum: ["x", null] },
      { anyOf: [{ type: "string", enum: ["x"] }, nothing] },
    ],
    ["tells the type from an enum", { enum: [1, 2] }, { type: "integer", enum: [1, 2] }],
    ["tells the type from a broken number", { enum: [1, 2.5] }, { type: "number", enum: [1, 2.5] }],
    ["tells the type from a constant", { const: false }, { type: "boolean", enum: [false] }],
    [
      "tells an object from its properties",
      { properties: {} },
      { type: "object", properties: {}, required: [], additionalProperties: false },
    ],
    ["says oneOf as anyOf", { oneOf: [text, nothing] }, { anyOf: [text, nothing] }],
    [
      "goes into tuples",
      { type: "array", prefixItems: [{ const: "x" }] },
      { type: "array", prefixItems: [{ type: "string", enum: ["x"] }], items: false },
    ],
    [
      "goes into items",
      { type: "array", items: { type: "object", properties: { b: text } } },
      {
        type: "array",
        items: {
          type: "object",
          properties: { b: { anyOf: [text, nothing] } },
          required: ["b"],
          additionalProperties: false,
        },
      },
    ],
  ];
  const $defs = { x: { ...text, description: "theirs" }, y: { $ref: "#/$defs/x" } };
  test.each(rows)("%s", (_title, given, expected) => {
    const { schema, strict } = tryEnforceStrictSchema(withA(given, { $defs }));
    expect(strict).toBe(true);
    expect((schema.properties as JsonObject).a).toEqual(expected);
  });

  const refused: [string, JsonValue][] = [
    ["values of several types", { enum: [1, "two", null] }],
    ["values that are objects", { enum: [{ a: 1 }] }],
    ["a constant object", { const: { a: 1 } }],
    ["a constant list", { const: [1, 2, 3] }],
    ["several schemas at once", { allOf: [text, { type: "object", properties: {} }] }],
    ["no type", {}],
    ["anything", true],
    ["a list of anything", { type: "array" }],
    ["an open object", { type: "object" }],
    ["a map", { type: "object", additionalProperties: text }],
    ["further properties", { type: "object", properties: { b: text }, additionalProperties: true }],
    ["a reference to nowhere", { $ref: "#/$defs/none" }],
  ];
  test.each(refused)("%s cannot be strict and stays as it is", (_title, given) => {
    const schema = withA(given);
    expect(tryEnforceStrictSchema(schema)).toEqual({ schema, strict: false });
    expect(() => enforceStrictSchema(sanitizeSchemaForStrictMode(schema))).toThrow(
      "#/properties/a",
    );
  });
});

describe("strict, as a whole", () => {
  test("what is optional may be null, once", () => {
    const { schema } = tryEnforceStrictSchema({
      type: "object",
      properties: { a: text, b: { type: ["string", "null"] }, c: nothing },
    });
    expect(schema).toEqual({
      type: "object",
      properties: {
        a: { anyOf: [text, nothing] },
        b: { anyOf: [text, nothing] },
        c: nothing,
      },
      required: ["a", "b", "c"],
      additionalProperties: false,
    });
  });

  test("recursion stays a reference, under today's name", () => {
    const node = { type: "object", properties: { next: { $ref: "#/definitions/node" } } };
    const { schema, strict } = tryEnforceStrictSchema(
      withA({ $ref: "#/definitions/node", description: "d" }, { definitions: { node } }),
    );
    const ref = { $ref: "#/$defs/node" };
    expect(strict).toBe(true);
    expect(schema).toEqual({
      ...withA(ref),
      additionalProperties: false,
      $defs: {
        node: {
          type: "object",
          properties: { next: { anyOf: [ref, nothing] } },
          required: ["next"],
          additionalProperties: false,
        },
      },
    });
  });

  test("a definition that nothing needs is no reason to give up", () => {
    const { schema, strict } = tryEnforceStrictSchema(withA(text, { $defs: { any: {} } }));
    expect([strict, schema.$defs]).toEqual([true, {}]);
  });

  test("only objects can be strict", () => {
    expect(tryEnforceStrictSchema(text).strict).toBe(false);
    expect(tryEnforceStrictSchema({ anyOf: [withA(text)] }).strict).toBe(false);
  });

  test("it is used where it is wanted and not switched off", () => {
    const schema = withA(text);
    expect(adaptSchemaForStrict(schema, { strict: true }).strict).toBe(true);
    expect(adaptSchemaForStrict(schema, { strict: false })).toEqual({ schema, strict: false });
    const off = adaptSchemaForStrict(schema, { strict: true, isDisabled: true });
    expect(off.schema).toBe(schema);
    expect(off.strict).toBe(false);
  });
});
