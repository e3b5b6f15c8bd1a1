// What a definition becomes: a schema without noise, a tool that loads late, views as data.
import { describe, expect, test } from "bun:test";
import { z } from "zod";
import { defineTool } from "./define-tool.ts";
import wireSchemas from "./fixtures/wire-schemas.json";
import { createToolHost } from "./host.ts";
import { allowAll } from "./policy.ts";
import type { Parameters } from "./wire-schema.ts";

function toolWith(parameters: Parameters, traits = {}) {
  return defineTool({ name: "t", description: "d", parameters, traits, run: () => "ok" });
}

describe("wire schema", () => {
  const observed: Record<string, Parameters> = {
    read: z.object({ path: z.string() }),
    bash: z.object({
      command: z.string(),
      env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string()).optional(),
      timeout: z.number().default(300),
      cwd: z.string().optional(),
      pty: z.boolean().optional(),
    }),
    edit: z.looseObject({ input: z.string(), path: z.string().optional() }),
    find: z.object({
      paths: z.array(z.string()).min(1),
      hidden: z.boolean().default(true),
      gitignore: z.boolean().default(true),
      limit: z.number().default(1000),
      timeout: z.number().min(0.5).max(60).default(5),
    }),
    search: z.object({
      pattern: z.string(),
      paths: z.union([z.string(), z.array(z.string()).min(1)]),
      i: z.boolean().optional(),
      gitignore: z.boolean().optional(),
      skip: z.number().optional(),
    }),
  };

  test.each(wireSchemas)("of $name with its intent field equals the observed one", (vector) => {
    const { parameters } = toolWith(observed[vector.name]!).specWithIntent;
    const { description: _, ...intent } = (parameters.properties as Record<string, object>)._i as {
      description: string;
    };
    const shown = {
      ...parameters,
      properties: { ...(parameters.properties as object), _i: intent },
    };
    expect(shown as object).toEqual(vector.parameters);
    expect(Object.keys(parameters.properties as object)).toEqual(
      Object.keys(vector.parameters.properties),
    );
    expect(parameters.required).toEqual(vector.parameters.required);
  });

  test("carries no generator noise, at any depth", () => {
    const { parameters } = toolWith(
      z.object({
        n: z.int().describe("count"),
        list: z.array(z.object({ k: z.int().min(1) })),
        maximum: z.string(),
      }),
    ).spec;
    expect(parameters as object).toEqual({
      type: "object",
      properties: {
        n: { type: "integer", description: "count" },
        list: {
          type: "array",
          items: {
            type: "object",
            properties: { k: { type: "integer", minimum: 1 } },
            required: ["k"],
            additionalProperties: false,
          },
        },
        maximum: { type: "string" },
      },
      required: ["n", "list", "maximum"],
      additionalProperties: false,
    });
  });

  test("is made once", () => {
    const tool = toolWith(z.object({ a: z.string() }));
    expect(tool.spec).toBe(tool.spec);
    expect(tool.specWithIntent).toBe(tool.specWithIntent);
  });

  test("of a foreign tool stays as it came", () => {
    const schema = {
      type: "object",
      properties: { a: { type: "string" } },
      $comment: "x",
    } as const;
    expect(toolWith(schema).spec.parameters).toBe(schema);
    expect(toolWith({ properties: {} }).spec.parameters).toEqual({
      type: "object",
      properties: {},
    });
  });

  test("has no intent field where the tool wants none", () => {
    const tool = toolWith(z.object({ a: z.string() }), { withoutIntent: true });
    expect(tool.specWithIntent).toBe(tool.spec);
  });
});

describe("definition", () => {
  test.each([
    ["a name that providers refuse", { name: "no spaces", run: (): string => "" }],
    ["an empty name", { name: "", run: (): string => "" }],
    ["nothing to run", { name: "x" }],
    [
      "two things to run",
      { name: "x", run: (): string => "", load: async () => ({ run: (): string => "" }) },
    ],
  ])("with %s is refused", (_, part) => {
    const parameters = z.object({});
    expect(() => defineTool({ description: "d", parameters, ...part })).toThrow(TypeError);
  });

  test("loads what it runs at the first call, not before", async () => {
    let loads = 0;
    const tool = defineTool({
      name: "lazy",
      description: "d",
      parameters: z.object({ n: z.number() }),
      load: async () => {
        loads++;
        return { run: (_context, args: { n: number }) => `got ${args.n}` };
      },
    });
    expect([tool.spec.name, tool.view({}).blocks.length, loads]).toEqual(["lazy", 0, 0]);
    const host = createToolHost({ policy: allowAll });
    const invocation = { callId: "1", name: "lazy", tool, args: { n: 4 } };
    const outcome = await host.call(invocation, new AbortController().signal);
    expect(outcome.result.content).toEqual([{ type: "text", text: "got 4" }]);
    expect(loads).toBe(1);
  });

  test("without a tier is exec; a tier that throws asks", async () => {
    const parameters = z.object({});
    const base = { name: "x", description: "d", parameters, run: (): string => "" };
    expect(await defineTool(base).approval({})).toEqual({ tier: "exec" });
    expect(await defineTool({ ...base, tier: "read" as const }).approval({})).toEqual({
      tier: "read",
    });
    const failing = defineTool({
      ...base,
      tier: () => {
        throw new Error("odd");
      },
    });
    expect(await failing.approval({})).toMatchObject({ tier: "exec", override: true });
  });

  test("views as data, and falls back to the plain result when the view fails", () => {
    const result = {
      content: [{ type: "text" as const, text: "3 files" }],
      details: { count: 3 },
      isError: false,
      isPartial: false,
    };
    const base = {
      name: "x",
      description: "d",
      parameters: z.object({ path: z.string() }),
      run: () => ({ count: 3 }),
      forModel: (found: { count: number }) => `${found.count} files`,
    };
    const tool = defineTool({
      ...base,
      view: (args, shown) => ({
        title: args.path ?? "",
        blocks: [{ type: "list", items: [String(shown?.details.count)] }],
      }),
    });
    expect(tool.view({ path: "src" }, result)).toEqual({
      title: "src",
      blocks: [{ type: "list", items: ["3"] }],
    });
    const broken = defineTool({
      ...base,
      view: (args) => ({ title: args.path!.trim(), blocks: [] }),
    });
    expect(broken.view({}, result).blocks).toEqual([
      { type: "text", text: "3 files", tone: "normal" },
    ]);
  });
});
