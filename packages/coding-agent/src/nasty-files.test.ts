// Contract: whatever lies in a tree, a search neither hangs nor fails, and finds what can be found beside it.
import { describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createFileTools, type FileTools } from "./testing/file-tools.ts";
import astGrep from "./tools/ast-grep/ast-grep.ts";
import find from "./tools/find/find.ts";
import search from "./tools/search/search.ts";

/** Beyond the size that is searched without ripgrep. */
const MANY = 300;

async function makeTree(tools: FileTools, files: number): Promise<AsyncDisposable> {
  const at = (name: string): string => tools.workspace.at(name);
  const files_ = Object.fromEntries(Array.from({ length: files }, (_, n) => [`many/${n}.txt`, ""]));
  tools.workspace.write({
    ...files_,
    "good.ts": "needle(1)\n",
    "line.txt": `${"x".repeat(1 << 20)}needle\n`,
    "new\nline.ts": "needle(2)\n",
    "nul.bin": "needle\0",
    "closed/in.ts": "needle(3)\n",
  });
  chmodSync(at("closed"), 0o000);
  symlinkSync("nowhere", at("broken"));
  symlinkSync(".", at("circle"));
  symlinkSync("self", at("self"));
  Bun.spawnSync(["mkfifo", at("pipe")]);
  Bun.spawnSync(["mkfifo", at("pipe.ts")]);
  mkdirSync(Buffer.concat([Buffer.from(`${at("")}/`), Buffer.from([0xff, 0x64])]));
  writeFileSync(
    Buffer.concat([Buffer.from(`${at("")}/`), Buffer.from([0x66, 0xfe]), Buffer.from(".ts")]),
    "needle(4)\n",
  );
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(tools.workspace.path, "sock"), resolve));
  return {
    [Symbol.asyncDispose]: async () => {
      chmodSync(at("closed"), 0o755);
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe.each([
  ["a small tree", 0],
  ["a large tree", MANY],
])("%s", (_, files) => {
  test("search", async () => {
    await using tools = createFileTools();
    await using _tree = await makeTree(tools, files);
    const found = await tools.call(search, { pattern: "needle", paths: "." });
    expect(found.isError).toBe(false);
    expect(found.details["files"]).toEqual(
      expect.arrayContaining(["good.ts", "line.txt", "new\nline.ts"]),
    );
    expect(found.text).toContain('# "new\\nline.ts"#');
    expect(found.details["files"]).not.toContain("nul.bin");
    for (const line of found.text.split("\n")) expect(line.length).toBeLessThan(600);
  });

  test("find", async () => {
    await using tools = createFileTools();
    await using _tree = await makeTree(tools, files);
    const found = await tools.call(find, { paths: ["."], limit: 5000 });
    expect(found.isError).toBe(false);
    for (const name of ["good.ts", "pipe", "sock", "broken", "closed/", '"new\\nline.ts"'])
      expect(found.text.split("\n")).toContain(name);
  });

  test("ast_grep", async () => {
    await using tools = createFileTools();
    await using _tree = await makeTree(tools, files);
    const found = await tools.call(astGrep, { pat: "needle($A)", paths: ["."] });
    expect(found.isError).toBe(false);
    expect(found.details["files"]).toEqual(expect.arrayContaining(["good.ts", "new\nline.ts"]));
  });
});

test.each(["pipe", "sock", "broken", "self", "nul.bin", "closed", "line.txt"])(
  "%s by its name",
  async (name) => {
    await using tools = createFileTools();
    await using _tree = await makeTree(tools, 0);
    const found = await tools.call(search, { pattern: "need.e$", paths: [name, "good.ts"] });
    expect(found.isError).toBe(false);
    const listed = await tools.call(find, { paths: [name, "good.ts"] });
    expect(listed.text).toContain("good.ts");
  },
);
