// Strict is asked for only where the provider will take it, earlier tools first.
import { expect, test } from "bun:test";
import type { JsonObject, ToolSpec } from "../../model/request.ts";
import { chooseStrictTools } from "./strict-tools.ts";

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
  ["open object", { type: "object", properties: { a: text } }, false],
  ["open inside", closed({ a: { type: "object", properties: {} } }), false],
  ["open in a list", closed({ a: { type: "array", items: { type: "object" } } }), false],
  ["unknown keyword", closed({ a: { type: "string", minLength: 1 } }), false],
  [
    "unknown keyword in a union",
    closed({ a: { anyOf: [{ type: "string", format: "uri" }] } }),
    false,
  ],
  ["reference", closed({ a: { $ref: "#/x" } }), false],
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
