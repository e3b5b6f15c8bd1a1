// LOOP-08: wrong arguments are explained, unmistakable slips repaired, nothing guessed.
import { describe, expect, test } from "bun:test";
import { z } from "zod";
import type { ArgumentMode } from "./arguments.ts";
import { defineTool } from "./define-tool.ts";
import { createToolHost } from "./host.ts";
import { allowAll } from "./policy.ts";
import type { Parameters } from "./wire-schema.ts";

/** What the tool got, or the text the model gets. */
async function call(parameters: Parameters, args: object, argumentMode: ArgumentMode = "repair") {
  let got: unknown;
  const tool = defineTool({
    name: "demo",
    description: "d",
    parameters,
    traits: { argumentMode },
    run: (_context, checked) => {
      got = checked;
      return "ran";
    },
  });
  const invocation = { callId: "1", name: "demo", tool, args: args as Record<string, unknown> };
  const signal = new AbortController().signal;
  const { result, isError } = await createToolHost({ policy: allowAll }).call(invocation, signal);
  const [block] = result.content;
  return isError && block?.type === "text" ? block.text : got;
}

const zodSchema = z.object({
  path: z.string(),
  mode: z.enum(["create", "append"]).optional(),
  count: z.number().optional(),
  lines: z.union([z.string(), z.array(z.string())]).optional(),
  op: z
    .discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("move"), to: z.string() }),
      z.strictObject({ kind: z.literal("delete") }),
    ])
    .optional(),
  flags: z.object({ deep: z.boolean() }).optional(),
});

const jsonSchema = {
  type: "object",
  properties: {
    path: { type: "string" },
    mode: { enum: ["create", "append"] },
    count: { type: "number", minimum: 0 },
    lines: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
    flags: { type: "object", properties: { deep: { type: "boolean" } }, required: ["deep"] },
  },
  required: ["path"],
  additionalProperties: false,
} as const;

describe.each([
  ["zod", zodSchema],
  ["JSON Schema", jsonSchema],
])("wrong arguments (%s)", (_, schema) => {
  test.each([
    [{}, "  - path: required, expected string"],
    [{ path: 5 }, "  - path: expected string, got number 5"],
    [
      { path: "a", mode: "apend" },
      '  - mode: expected one of "create", "append", got string "apend"; did you mean "append"?',
    ],
    [{ path: "a", count: "many" }, '  - count: expected number, got string "many"'],
    [{ path: "a", lines: 7 }, "  - lines: expected string or array, got number 7"],
    [{ path: "a", flags: {} }, "  - flags/deep: required, expected boolean"],
    [{ pth: "a" }, '  - path: required, expected string; did you mean it by "pth"?'],
  ])("%j says where, what was expected and what came", async (args, line) => {
    const text = await call(schema, args);
    expect(text).toStartWith('Validation failed for tool "demo":\n');
    expect(text).toContain(`${line}\n`);
    expect(text).toContain(`\n\nReceived arguments:\n${JSON.stringify(args, undefined, 2)}`);
  });

  test("name an unknown field, the one it is like, and those there are", async () => {
    const text = await call(schema, { path: "a", cuont: 1 });
    expect(text).toContain(
      '  - cuont: unknown field; did you mean "count"? Fields: path, mode, count',
    );
  });
});

describe("wrong arguments", () => {
  test("of a discriminated union name the allowed kinds", async () => {
    expect(await call(zodSchema, { path: "a", op: { kind: "mvoe" } })).toContain(
      '  - op/kind: expected one of "move", "delete", got string "mvoe"; did you mean "move"?',
    );
    expect(await call(zodSchema, { path: "a", op: { kind: "move" } })).toContain(
      "  - op/to: required, expected string",
    );
    expect(await call(zodSchema, { path: "a", op: { kind: "delete", too: 1 } })).toContain(
      "  - op/too: unknown field",
    );
  });

  test("keep the schema's own words where it has some", async () => {
    const schema = z.object({ env: z.record(z.string().regex(/^[A-Z]/), z.string()) });
    expect(await call(schema, { env: { "1A": "b" } })).toBe(
      'Validation failed for tool "demo":\n  - env/1A: Invalid key in record\n\n' +
        'Received arguments:\n{\n  "env": {\n    "1A": "b"\n  }\n}',
    );
  });

  test("are shown back in part when they are long, with a bounded list of problems", async () => {
    const text = (await call(z.object({ n: z.number() }), { n: "x".repeat(5000) })) as string;
    expect(text.length).toBeLessThan(2400);
    expect(text).toContain("characters)");
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`k${n}`, 1]));
    expect(await call(z.object({}), many)).toContain("and 30 more");
  });
});

describe("slips with one reading", () => {
  const schema = z.object({
    n: z.number().optional(),
    on: z.boolean().optional(),
    list: z.array(z.string()).optional(),
    deep: z.object({ n: z.number() }).optional(),
    text: z.string().optional(),
  });
  test.each([
    [{ n: "5" }, { n: 5 }],
    [{ n: "-1.5e3" }, { n: -1500 }],
    [{ on: "true" }, { on: true }],
    [{ list: '["a","b"]' }, { list: ["a", "b"] }],
    [{ deep: '{"n": 1}' }, { deep: { n: 1 } }],
    [{ deep: { n: "2" } }, { deep: { n: 2 } }],
    [{ n: null, on: null }, {}],
    [
      { text: "5", n: "5" },
      { text: "5", n: 5 },
    ],
  ])("%j are repaired", async (args, repaired) => {
    expect(await call(schema, args)).toEqual(repaired);
    expect(await call(schema, args, "strict")).toContain("Validation failed");
  });

  test.each([[{ n: "five" }], [{ on: "yes" }], [{ list: "a,b" }], [{ deep: "{" }]])(
    "%j are not guessed at",
    async (args) => {
      expect(await call(schema, args)).toContain("Validation failed");
    },
  );

  test("a lenient tool gets them as they came", async () => {
    expect(await call(schema, { n: "five" }, "lenient")).toEqual({ n: "five" });
  });

  test("defaults of the schema are applied", async () => {
    expect(await call(z.object({ n: z.number().default(3) }), {})).toEqual({ n: 3 });
  });
});
