// Contract of the command: what a folder holds is listed completely and in one order, `--check` names what is stale,
// and what cannot be listed is refused with a reason.
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeTree, type Files } from "./layers/temp-tree.ts";

const COMMAND = [join(import.meta.dir, "bun"), join(import.meta.dir, "gen-index.ts")];
const THING = "export default {};\n";

function config(...folders: object[]): Files {
  return { "scripts/gen-index.json": JSON.stringify({ folders }) };
}

const TOOLS = config({ folder: "src/tools", form: "lazy", export: "tools" });

function run(root: string, ...args: string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...COMMAND, "--root", root, ...args]);
  return { exitCode, output: stdout.toString() + stderr.toString() };
}

function keysIn(root: string, folder: string): string[] {
  const text = readFileSync(join(root, folder, "index.gen.ts"), "utf8");
  return [...text.matchAll(/import\("(.+?)"/g)].map(([, specifier = ""]) => specifier);
}

describe("gen-index", () => {
  test("lists files, folders by their own name and by index.ts, in order", () => {
    using tree = makeTree({
      ...TOOLS,
      "src/tools/write.ts": THING,
      "src/tools/ast-edit/ast-edit.ts": THING,
      "src/tools/ast-edit/run.ts": "export const run = 1;",
      "src/tools/lsp/index.ts": THING,
      "src/tools/bash.ts": "const bash = {}; export { bash as default };",
      "src/tools/bash/run.ts": "export const run = 1;",
      "src/tools/write.test.ts": "",
      "src/tools/write.md": "",
      "src/tools/data.json": "{}",
      "src/tools/index.gen.ts": "stale",
      "src/tools/fixtures/a.ts": "",
    });
    expect(run(tree.root)).toMatchObject({ exitCode: 0 });
    expect(keysIn(tree.root, "src/tools")).toEqual(
      "./ast-edit/ast-edit.ts ./bash.ts ./lsp/index.ts ./write.ts".split(" "),
    );
    expect(run(tree.root, "--check").exitCode).toBe(0);
  });

  test("a folder may be entered by a file of a fixed name", () => {
    const spec = {
      folder: "src/protocols",
      form: "lazy-value",
      export: "protocols",
      entry: "protocol.ts",
    };
    using tree = makeTree({ ...config(spec), "src/protocols/ollama-chat/protocol.ts": THING });
    run(tree.root);
    expect(keysIn(tree.root, "src/protocols")).toEqual(["./ollama-chat/protocol.ts"]);
  });

  test("JSON files are things where that is asked for", () => {
    const spec = { folder: "src/themes", form: "lazy", export: "themes", json: true };
    using tree = makeTree({
      ...config(spec),
      "src/themes/dark.json": "{}",
      "src/themes/light.ts": THING,
    });
    run(tree.root);
    expect(keysIn(tree.root, "src/themes")).toEqual(["./dark.json", "./light.ts"]);
  });

  test("--check writes nothing and names each stale or missing index", () => {
    using tree = makeTree({ ...TOOLS, "src/tools/read.ts": THING });
    const index = join(tree.root, "src/tools/index.gen.ts");
    expect(run(tree.root, "--check")).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining("stale: src/tools/index.gen.ts"),
    });
    expect(existsSync(index)).toBe(false);
    run(tree.root);
    writeFileSync(join(tree.root, "src/tools/write.ts"), THING);
    expect(run(tree.root, "--check").exitCode).toBe(1);
  });

  test("the index works: each entry loads its value", async () => {
    using tree = makeTree({ ...TOOLS, "src/tools/read.ts": 'export default "the read tool";' });
    run(tree.root);
    const { tools } = await import(join(tree.root, "src/tools/index.gen.ts"));
    expect((await tools.read()).default).toBe("the read tool");
  });

  test("a folder that is not there yet is passed over", () => {
    using tree = makeTree(TOOLS);
    expect(run(tree.root, "--check")).toMatchObject({ exitCode: 0 });
  });

  test.each([
    ["another name", { "src/tools/read.ts": "const a = 1; export { a as b };" }, "has no default"],
    [
      "no default export",
      { "src/tools/read.ts": "export const a = 1;" },
      "src/tools/read.ts has no default export",
    ],
    [
      "a folder without an entry",
      { "src/tools/shared/a.ts": THING },
      "shared has no shared.ts or index.ts",
    ],
    [
      "a name twice",
      { "src/tools/read.ts": THING, "src/tools/read/read.ts": THING },
      "two things are called read",
    ],
  ])("%s is refused", (_name, files, message) => {
    using tree = makeTree({ ...TOOLS, ...files });
    expect(run(tree.root)).toEqual({ exitCode: 2, output: expect.stringContaining(message) });
  });

  test("what `skip` names is no thing", () => {
    const spec = {
      folder: "src/tools",
      form: "lazy",
      export: "tools",
      skip: ["shared", "tool.ts"],
    };
    using tree = makeTree({
      ...config(spec),
      "src/tools/shared/a.ts": "",
      "src/tools/tool.ts": "export interface Tool {}",
      "src/tools/read.ts": THING,
    });
    expect(run(tree.root).exitCode).toBe(0);
    expect(keysIn(tree.root, "src/tools")).toEqual(["./read.ts"]);
  });

  test.each([
    ["{", "gen-index.json"],
    ["{}", '"folders" must be a list'],
    [
      '{"folders":[{"folder":"a","form":"eagre","export":"a"}]}',
      '"form" must be one of eager, lazy',
    ],
    ['{"folders":[{"folder":"a","form":"lazy"}]}', '"export" must be a text'],
    ['{"folders":["a"]}', "folders[0] must be an object"],
    ['{"folders":[{"folder":"a","form":"lazy","export":"a","skip":"b"}]}', '"skip" must be a list'],
    ['{"folders":[{"folder":"a","form":"lazy","export":"a","skip":[1]}]}', '"skip" must be a list'],
    ['{"folders":[{"folder":"a","form":"lazy","export":"a","type":"T"}]}', '"type" must have'],
    [
      '{"folders":[{"folder":"a","form":"lazy","export":"a","type":{"name":"T"}}]}',
      '"from" must be',
    ],
    ['{"folders":[{"folder":"a","form":"lazy","export":"a","jsno":true}]}', 'unknown key "jsno"'],
  ])("a wrong configuration %s is refused", (text, message) => {
    using tree = makeTree({ "scripts/gen-index.json": text });
    expect(run(tree.root)).toEqual({ exitCode: 2, output: expect.stringContaining(message) });
  });

  test("an unknown option is refused", () => {
    using tree = makeTree(TOOLS);
    expect(run(tree.root, "--chekc")).toEqual({
      exitCode: 2,
      output: expect.stringContaining("usage:"),
    });
  });
});
