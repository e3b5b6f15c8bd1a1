// Contract: the generated text is what the formatter would leave alone, type-checks by construction, and gives each
// thing a legal name.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import type { FolderSpec } from "./folder-spec.ts";
import { renderIndex } from "./render-index.ts";

const SPEC: FolderSpec = {
  folder: "src/tools",
  form: "eager",
  exportName: "tools",
  json: false,
  skip: [],
};
const TYPED: FolderSpec = { ...SPEC, type: { name: "Tool", from: "../tool.ts" } };
const BUN = join(import.meta.dir, "../bun");

function thing(name: string, ending = "ts") {
  return { name, specifier: `./${name}.${ending}` };
}

function body(text: string): string {
  return text.slice(text.indexOf("\n") + 1);
}

describe("renderIndex", () => {
  test("eager", () => {
    expect(body(renderIndex([thing("ast-edit"), thing("read")], TYPED))).toBe(
      `import type { Tool } from "../tool.ts";
import astEdit from "./ast-edit.ts";
import read from "./read.ts";

export const tools: readonly Tool[] = [astEdit, read];
`,
    );
  });

  test("lazy", () => {
    const things = [thing("ast-edit"), thing("read"), thing("dark", "json")];
    expect(body(renderIndex(things, { ...SPEC, form: "lazy" }))).toBe(
      `export const tools = {
  "ast-edit": () => import("./ast-edit.ts"),
  read: () => import("./read.ts"),
  dark: () => import("./dark.json", { with: { type: "json" } }),
} as const;
`,
    );
  });

  test("lazy-value", () => {
    expect(body(renderIndex([thing("read")], { ...TYPED, form: "lazy-value" }))).toBe(
      `import type { Tool } from "../tool.ts";

export const tools: Readonly<Record<string, () => Promise<Tool>>> = {
  read: async () => (await import("./read.ts")).default,
};
`,
    );
  });

  test("names that are taken or no names at all", () => {
    const names = ["new", "export", "eval", "tools", "2fa", "a-1", "a1"];
    const text = renderIndex(
      names.map((name) => thing(name)),
      SPEC,
    );
    expect([...text.matchAll(/^import (\S+) from/gm)].map(([, name]) => name)).toEqual(
      "new_ export_ eval_ tools_ _2fa a1 a1_".split(" "),
    );
    expect(() => new Bun.Transpiler({ loader: "ts" }).transformSync(text)).not.toThrow();
  });

  const many = Array.from({ length: 30 }, (_, index) => thing(`thing-${index}`));
  test.each([
    ["nothing, eager", [], SPEC],
    ["nothing, lazy", [], { ...TYPED, form: "lazy" }],
    ["long names, lazy", [thing("a".repeat(50))], { ...SPEC, form: "lazy" }],
    ["long names, lazy-value", [thing(`${"a".repeat(30)}-b`)], { ...TYPED, form: "lazy-value" }],
    ["one, eager", [thing("read")], SPEC],
    ["many, eager", many, TYPED],
    ["many, lazy", many, { ...TYPED, form: "lazy" }],
    ["json, eager", [thing("dark", "json")], { ...SPEC, json: true }],
    ["json, lazy", [thing("dark", "json")], { ...SPEC, form: "lazy", json: true }],
  ] satisfies [string, ReturnType<typeof thing>[], FolderSpec][])(
    "the formatter agrees: %s",
    (_name, things, spec) => {
      const text = renderIndex(things, spec);
      const { stdout } = Bun.spawnSync(
        [BUN, "fmt", "--print-width=100", "--stdin-filepath=index.gen.ts"],
        { stdin: Buffer.from(text) },
      );
      expect(stdout.toString()).toBe(text);
    },
  );
});
