// An edit is exact or refused (G2), whatever kind of file it meets, and its variants are what models were
// promised.
import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  linkSync,
  lstatSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  truncateSync,
} from "node:fs";
import { openDiskFiles } from "../../services/files/disk-files.ts";
import { createFileTools } from "../../testing/file-tools.ts";
import edit, { byEditMode } from "./edit.ts";

const FIVE = "one\ntwo\nthree\nfour\nfive\n";
const CHANGE = { input: "¶t.txt#2914\n2:TWO" };

describe("what an edit leaves as it was", () => {
  test("the mode of the file", async () => {
    await using tools = createFileTools();
    tools.workspace.write({ "t.txt": FIVE });
    chmodSync(tools.workspace.at("t.txt"), 0o751);
    expect((await tools.call(edit, CHANGE)).isError).toBe(false);
    expect(statSync(tools.workspace.at("t.txt")).mode & 0o7777).toBe(0o751);
    expect(tools.workspace.read("t.txt")).toBe(FIVE.replace("two", "TWO"));
    expect(readdirSync(tools.workspace.path)).toEqual(["t.txt"]);
  });

  test("a symbolic link, whose target changes", async () => {
    await using tools = createFileTools();
    tools.workspace.write({ "real/a.txt": FIVE });
    symlinkSync("real/a.txt", tools.workspace.at("t.txt"));
    await tools.call(edit, CHANGE);
    expect(lstatSync(tools.workspace.at("t.txt")).isSymbolicLink()).toBe(true);
    expect(tools.workspace.read("real/a.txt")).toContain("TWO");
  });

  test("hard links, of which all names change", async () => {
    await using tools = createFileTools();
    tools.workspace.write({ "t.txt": FIVE });
    linkSync(tools.workspace.at("t.txt"), tools.workspace.at("other.txt"));
    await tools.call(edit, CHANGE);
    expect(tools.workspace.read("other.txt")).toContain("TWO");
    expect(statSync(tools.workspace.at("t.txt")).nlink).toBe(2);
  });

  const untouched: [name: string, before: Uint8Array, after: Uint8Array, hash: string][] = [
    ["CRLF", bytes("one\r\ntwo\r\n"), bytes("one\r\nTWO\r\n"), "¶t.txt"],
    ["mixed endings", bytes("one\ntwo\r\nx"), bytes("one\nTWO\r\nx"), "¶t.txt"],
    ["byte order mark", bytes("\ufeffone\ntwo\n"), bytes("\ufeffone\nTWO\n"), "¶t.txt"],
    ["no final newline", bytes("one\ntwo"), bytes("one\nTWO"), "¶t.txt"],
    [
      "Latin-1",
      new Uint8Array([0xe9, 10, 0x74, 0x77, 0x6f]),
      new Uint8Array([0xe9, 10, 0x54, 0x57, 0x4f]),
      "¶t.txt",
    ],
  ];
  for (const [name, before, after] of untouched) {
    test(`bytes of other lines: ${name}`, async () => {
      await using tools = createFileTools();
      tools.workspace.write({ "t.txt": before });
      const call = { path: "t.txt", edits: [{ old_text: "two", new_text: "TWO" }] };
      expect((await tools.call(byEditMode.replace, call)).isError).toBe(false);
      expect(new Uint8Array(readFileSync(tools.workspace.at("t.txt")))).toEqual(
        new Uint8Array(after),
      );
    });
  }
});

describe("what is refused changes nothing", () => {
  test("one bad section stops all", async () => {
    await using tools = createFileTools();
    tools.workspace.write({ "t.txt": FIVE, "u.txt": FIVE });
    const result = await tools.call(edit, { input: "¶t.txt#2914\n2:TWO\n¶u.txt#ffff\n1:x" });
    expect(result.isError).toBe(true);
    expect(result.text).toStartWith("Edit rejected for u.txt: file changed between read and edit.");
    expect(tools.workspace.read("t.txt")).toBe(FIVE);
  });

  // Nobody, not even root, makes files there: the disk itself refuses, after every check has passed.
  test.if(process.platform === "linux")(
    "a write that the system refuses takes back those before it",
    async () => {
      await using tools = createFileTools({ values: { edit: { mode: "apply_patch" } } });
      tools.workspace.write({ "t.txt": FIVE });
      const input = [
        "*** Begin Patch",
        "*** Add File: first/new.txt",
        "+new",
        "*** Update File: t.txt",
        "@@",
        "-two",
        "+TWO",
        "*** Add File: /proc/omp-test/x.txt",
        "+x",
        "*** End Patch",
      ].join("\n");
      const result = await tools.call(byEditMode.apply_patch, { input });
      expect(result.isError).toBe(true);
      expect(result.text).toContain("/proc/omp-test/x.txt");
      expect(result.text).toEndWith("No file was changed.");
      expect(tools.workspace.read("t.txt")).toBe(FIVE);
      expect(readdirSync(tools.workspace.path, { recursive: true })).not.toContain("first/new.txt");
    },
  );

  const refusals: [title: string, input: string, says: string][] = [
    ["a read-only scheme", "¶omp://glossary.md#0000\n1:x", "omp:// is read-only"],
    ["an unknown scheme", "¶bogus://x\nBOF↓x", "Unknown scheme in 'bogus://x'"],
    ["a web address", "¶https://example.org/a\nBOF↓x", "it is a web address"],
    ["a directory", "¶dir\nBOF↓x", "directory: dir"],
    ["a generated file", "¶gen.ts\nBOF↓x", "Cannot modify auto-generated file: gen.ts"],
    ["a huge file", "¶huge.bin\nBOF↓x", "larger than 64 MB"],
    ["links in a circle", "¶loop\nBOF↓x", "go in a circle"],
    ["no header", "2:x", 'input must begin with "¶PATH#HASH"'],
  ];
  for (const [title, input, says] of refusals) {
    test(title, async () => {
      await using tools = createFileTools();
      const { workspace } = tools;
      workspace.write({
        "dir/a": "",
        "gen.ts": "// Code generated by x. DO NOT EDIT.\n",
        "huge.bin": "",
      });
      truncateSync(workspace.at("huge.bin"), 65 * 1024 * 1024);
      symlinkSync("loop", workspace.at("loop"));
      const result = await tools.call(edit, { input });
      expect(result.isError).toBe(true);
      expect(result.text).toContain(says);
      expect(readdirSync(workspace.path).sort()).toEqual(["dir", "gen.ts", "huge.bin", "loop"]);
    });
  }
});

test("a file that changes between reading and writing is kept as the other program left it", async () => {
  await using tools = createFileTools();
  tools.workspace.write({ "t.txt": FIVE });
  const files = openDiskFiles((path) => tools.workspace.at(path));
  await files.read("t.txt");
  tools.workspace.write({ "t.txt": "theirs" });
  expect(files.replace("t.txt", bytes("ours"))).rejects.toThrow("changed on disk");
  expect(tools.workspace.read("t.txt")).toBe("theirs");
  expect(readdirSync(tools.workspace.path)).toEqual(["t.txt"]);
});

describe("details and views", () => {
  test("one diff block for each file", async () => {
    await using tools = createFileTools();
    tools.workspace.write({ "t.txt": FIVE, "u.txt": FIVE });
    const args = { input: "¶t.txt#2914\n2:TWO\n¶u.txt#2914\n3!" };
    const { details, text } = await tools.call(edit, args);
    expect(text).toContain("t.txt:\n 1:one\n-2:two\n+2:TWO");
    expect(details).toMatchObject({ op: "update", firstChangedLine: 2 });
    expect(details["perFileResults"]).toHaveLength(2);
    const view = edit.view(args, {
      content: [{ type: "text", text }],
      details,
      isError: false,
      isPartial: false,
    });
    expect(view.title).toBe("t.txt and 1 more");
    expect(view.blocks.map((block) => block.type)).toEqual(["diff", "diff"]);
  });

  test("tiers: writing, but reading where only internal addresses change", async () => {
    const tiers: [input: string, tier: string][] = [
      ["¶a.ts#0000\n1:x", "write"],
      ["¶local://plan.md#0000\n1:x", "read"],
      ["¶local://plan.md#0000\n1:x\n¶a.ts#0000\n1:x", "write"],
      ["¶conflict://1\nBOF↓x", "write"],
      ["nonsense", "write"],
    ];
    for (const [input, tier] of tiers)
      expect((await edit.approval({ input })).tier).toBe(tier as "read");
  });
});

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
