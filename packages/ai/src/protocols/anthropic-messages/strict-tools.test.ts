// Strict is asked for only where the provider will take it, earlier tools first.
import { expect, test } from "bun:test";
import type { JsonObject, ToolSpec } from "../../model/request.ts";
import { ToolSchemas } from "../../schema/tool-schemas.ts";
import { chooseStrictTools as choose } from "./strict-tools.ts";

const schemas = new ToolSchemas(() => import("../../schema/anthropic-strict.ts"));
await schemas.prepare();

const chooseStrictTools = (tools: readonly ToolSpec[]) =>
  choose(tools, schemas).map((schema) => schema !== undefined);
const text: JsonObject = { type: "string" };
const closed = (properties: JsonObject, required: string[] = []): JsonObject => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const tool = (parameters: JsonObject, strict?: boolean): ToolSpec => ({
  name: "t",
  description: "",
  parameters,
  ...(strict !== undefined && { strict }),
});
const count = (choices: boolean[]) => choices.filter(Boolean).length;

type Row = [title: string, schema: JsonObject, isStrict: boolean];
const rows: Row[] = [
  ["closed object", closed({ a: text }), true],
  ["nested", closed({ a: { type: "array", items: closed({ b: text }) } }), true],
  ["union", closed({ a: { anyOf: [text, { type: "null" }] } }), true],
  ["object that says nothing of others", { type: "object", properties: { a: text } }, true],
  ["open object", { ...closed({ a: text }), additionalProperties: true }, false],
  ["free-form inside", closed({ a: { type: "object" } }), false],
  ["free-form in a list", closed({ a: { type: "array", items: { type: "object" } } }), false],
  ["free-form or null", closed({ a: { type: ["object", "null"] } }), false],
  ["bounds", closed({ a: { type: "string", minLength: 1 } }), true],
  ["format in a union", closed({ a: { anyOf: [{ type: "string", format: "uri" }] } }), true],
  ["reference", { ...closed({ a: { $ref: "#/$defs/x" } }), $defs: { x: text } }, true],
  ["recursion", closed({ a: { type: "array", items: { $ref: "#" } } }), false],
  ["several at once", closed({ a: { allOf: [text, { minLength: 1 }] } }), false],
];
test.each(rows)("%s", (_title, schema, isStrict) => {
  expect(chooseStrictTools([tool(schema)])).toEqual([isStrict]);
});

test("a tool that does not want it is left alone", () => {
  expect(chooseStrictTools([tool(closed({}), false), tool(closed({}), true)])).toEqual([
    false,
    true,
  ]);
});

test("at most 20 tools", () => {
  const choices = chooseStrictTools(Array.from({ length: 25 }, () => tool(closed({}))));
  expect(count(choices)).toBe(20);
  expect(choices.slice(0, 20).every(Boolean)).toBe(true);
});

test("at most 24 optional parameters, and a small tool may follow a large one", () => {
  const wide = (names: number, required: string[] = []) =>
    tool(
      closed(
        Object.fromEntries(Array.from({ length: names }, (_, at) => [`p${at}`, text])),
        required,
      ),
    );
  expect(chooseStrictTools([wide(20), wide(5), wide(4), wide(1), wide(1, ["p0"])])).toEqual([
    true,
    false,
    true,
    false,
    true,
  ]);
});

test("at most 16 unions", () => {
  const union = tool(closed({ a: { type: ["string", "null"] } }, ["a"]));
  expect(count(chooseStrictTools(Array.from({ length: 18 }, () => union)))).toBe(16);
});

test("objects are closed, and bounds are told in words", () => {
  const open = {
    type: "object",
    properties: { a: { type: "string", description: "A name.", maxLength: 9 }, b: text },
    required: ["b"],
  };
  const [schema] = choose([tool(open)], schemas);
  expect(schema).toEqual({
    type: "object",
    properties: {
      a: { type: "string", description: expect.stringMatching(/^A name\..*maxLength.*9/s) },
      b: text,
    },
    required: ["b"],
    additionalProperties: false,
  });
});
