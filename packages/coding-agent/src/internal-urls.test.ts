// Internal addresses lead to what they name and nowhere else; what is missing is answered with what there is.
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pages } from "./services/internal-urls/pages.gen.ts";
import { createFileTools, type FileTools } from "./testing/file-tools.ts";
import edit from "./tools/edit/edit.ts";
import read from "./tools/read/read.ts";
import write from "./tools/write/write.ts";

/** A session with an artifact, two agents' answers, a skill and a rule. */
function prepare(): FileTools {
  const skills: { name: string; file: string; folder: string; about: string }[] = [];
  const tools = createFileTools({
    skills: () => skills,
    rules: () => [{ name: "style", file: join(tools.workspace.path, "rule.md") }],
  });
  const folder = join(tools.workspace.root, "skills/pdf");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "SKILL.md"), "how to");
  writeFileSync(join(folder, "part.md"), "a part");
  symlinkSync("/etc/hostname", join(folder, "out.md"));
  skills.push({ name: "pdf", file: join(folder, "SKILL.md"), folder, about: "about PDFs" });
  tools.workspace.write({ "rule.md": "be brief" });
  mkdirSync(tools.sessionFolder, { recursive: true });
  writeFileSync(join(tools.sessionFolder, "3.bash.log"), "out 1\nout 2\n");
  writeFileSync(
    join(tools.sessionFolder, "0-Alpha.md"),
    JSON.stringify({ a: { "b c": [10, { d: "deep" }] } }),
  );
  writeFileSync(join(tools.sessionFolder, "1-Beta.md"), "just words");
  return tools;
}

describe("reading", () => {
  const cases: [href: string, text: string, isError?: boolean][] = [
    ["artifact://3", "out 1\nout 2\n"],
    ["artifact://3:2", "out 1\nout 2\n"],
    ["artifact://3:2-2:raw", "out 2"],
    ["artifact://9", "Artifact 9 not found. Available: 3", true],
    ["artifact://x", "Artifact addresses are numbers, as in artifact://3; got 'x'.", true],
    ["artifact://", "artifact://3"],
    ["agent://1-Beta", "just words"],
    ["agent://zzz", "Not found: zzz\nAvailable: 0-Alpha, 1-Beta", true],
    ["agent://../x", "Not found: ..\nAvailable: 0-Alpha, 1-Beta", true],
    ["agent://0-Alpha/a/b%20c/1/d", "deep"],
    ["agent://0-Alpha?q=.a['b c'][0]", "10"],
    ["agent://0-Alpha/a/x", "agent://0-Alpha: no 'x' at a. Keys: b c", true],
    ["agent://0-Alpha/a:1-2", "Cannot combine query extraction with offset/limit", true],
    [
      "agent://0-Alpha/a?q=.b",
      "Use either a path or ?q= to take a part out of an agent's answer, not both.",
      true,
    ],
    [
      "agent://1-Beta/a",
      "The answer of 1-Beta is not JSON; read agent://1-Beta without a path.",
      true,
    ],
    ["skill://pdf", "how to"],
    ["skill://pdf/part.md", "a part"],
    ["skill://", "skill://pdf  about PDFs"],
    ["skill://none", "Unknown skill: none\nAvailable: pdf", true],
    [
      "skill://pdf/../../x",
      "'skill://pdf/../../x' must name a file inside its folder, without '..'.",
      true,
    ],
    [
      "skill://pdf/%2e%2e/x",
      "'skill://pdf/%2e%2e/x' must name a file inside its folder, without '..'.",
      true,
    ],
    [
      "skill://pdf//etc/passwd",
      "'skill://pdf//etc/passwd' must name a file inside its folder, without '..'.",
      true,
    ],
    ["skill://pdf/out.md", "'skill://pdf/out.md' leads out of its folder.", true],
    ["rule://style", "be brief"],
    ["rule://style/x", "'style' has no files of its own; got rule://style/x.", true],
    ["memory://root", "No memory is available in this session.", true],
    ["memory://other", "Unknown memory namespace: other\nAvailable: root", true],
    ["omp://nope", `Unknown page: nope.\nAvailable: ${Object.keys(pages).join(", ")}`, true],
    ["local://", "No local:// entries."],
    ["local://x", "Not found: local://x\nAvailable: none", true],
  ];
  for (const [href, text, isError = false] of cases) {
    test(href, async () => {
      await using tools = prepare();
      expect(await tools.call(read, { path: href })).toMatchObject({ text, isError });
    });
  }

  test("embedded pages can be paged, and are listed with their titles", async () => {
    await using tools = prepare();
    const page = readFileSync(join(import.meta.dir, "../../../docs/glossary.md"), "utf8").split(
      "\n",
    );
    expect((await tools.call(read, { path: "omp://glossary:2-3:raw" })).text).toBe(
      page.slice(1, 3).join("\n"),
    );
    const listed = (await tools.call(read, { path: "omp://" })).text;
    for (const name of ["glossary.md", "guide/tools.md", "how-to/add-a-tool.md", "settings.md"])
      expect(listed).toContain(`omp://${name}  `);
    expect((await tools.call(read, { path: "omp://guide/tools:1:raw" })).text).toContain("# Tools");
  });

  test("a session that keeps nothing says so, and still has scratch files", async () => {
    await using tools = createFileTools({ sessionFolder: undefined });
    expect((await tools.call(read, { path: "artifact://0" })).text).toBe(
      "No artifacts directory found",
    );
    expect((await tools.call(read, { path: "agent://x" })).text).toBe(
      "No artifacts directory found",
    );
    await tools.call(write, { path: "local://n.md", content: "x" });
    expect(existsSync(join(tools.workspace.root, "scratch/local/n.md"))).toBe(true);
  });
});

test("a scratch file is written, read with anchors, and edited under its address or its path", async () => {
  await using tools = prepare();
  const text = "Successfully wrote 8 bytes to local://sub/plan.md";
  expect(
    await tools.call(write, { path: "local://sub/plan.md", content: "one\ntwo\n" }),
  ).toMatchObject({ text });
  const shown = (await tools.call(read, { path: "local://sub/plan.md" })).text;
  const [header = ""] = shown.split("\n");
  expect(header).toStartWith(`¶${join(tools.sessionFolder, "local/sub/plan.md")}#`);
  const byPath = await tools.call(edit, { input: `${header}\n1:ONE` });
  expect(byPath.isError).toBe(false);
  const file = join(tools.sessionFolder, "local/sub/plan.md");
  expect(readFileSync(file, "utf8")).toBe("ONE\ntwo\n");
  const again = (await tools.call(read, { path: "local://sub/plan.md" })).text
    .split("\n")[0]
    ?.slice(-5);
  expect((await tools.call(edit, { input: `¶local://sub/plan.md${again}\n2:TWO` })).isError).toBe(
    false,
  );
  expect(readFileSync(file, "utf8")).toBe("ONE\nTWO\n");
});

describe("resolving conflicts", () => {
  const block = (name: string, ending = "\n"): string =>
    [
      "<<<<<<< HEAD",
      `${name} ours`,
      "||||||| base",
      `${name} base`,
      "=======",
      `${name} theirs`,
      ">>>>>>> topic",
      "",
    ].join(ending);

  const resolutions: [content: string, expected: string][] = [
    ["@ours", "top\na ours\nend"],
    ["@theirs\n", "top\na theirs\nend"],
    ["// both\n@both", "top\n// both\na ours\na theirs\nend"],
    ["@base\n@ours", "top\na base\na ours\nend"],
    ["", "top\nend"],
    [" @ours", "top\n @ours\nend"],
  ];
  for (const [content, expected] of resolutions) {
    test(JSON.stringify(content), async () => {
      await using tools = createFileTools();
      tools.workspace.write({ "a.txt": `top\n${block("a")}end` });
      await tools.call(read, { path: "a.txt" });
      const result = await tools.call(write, { path: "conflict://1", content });
      expect(result.text).toBe("Resolved conflict #1 at lines 2–8 in a.txt.");
      expect(tools.workspace.read("a.txt")).toBe(expected);
      expect((await tools.call(read, { path: "conflict://1" })).isError).toBe(true);
    });
  }

  test("line endings of the file stay", async () => {
    await using tools = createFileTools();
    tools.workspace.write({ "a.txt": `top\r\n${block("a", "\r\n")}end` });
    await tools.call(read, { path: "a.txt" });
    await tools.call(write, { path: "conflict://1", content: "new\n@ours" });
    expect(tools.workspace.read("a.txt")).toBe("top\r\nnew\r\na ours\r\nend");
  });

  test("all at once, over files", async () => {
    await using tools = createFileTools();
    tools.workspace.write({ "a.txt": block("a") + block("b"), "c.txt": block("c") });
    await tools.call(read, { path: "a.txt" });
    await tools.call(read, { path: "c.txt" });
    const result = await tools.call(write, { path: "conflict://*", content: "@theirs" });
    expect(result.text.split("\n")).toHaveLength(3);
    expect([tools.workspace.read("a.txt"), tools.workspace.read("c.txt")]).toEqual([
      "a theirs\nb theirs\n",
      "c theirs\n",
    ]);
  });

  test("a block that moved is found, one that changed is refused, and then none is resolved", async () => {
    await using tools = createFileTools();
    tools.workspace.write({ "a.txt": block("a"), "c.txt": block("c") });
    await tools.call(read, { path: "a.txt" });
    await tools.call(read, { path: "c.txt" });
    const moved = `new first\n${block("a")}`;
    tools.workspace.write({ "a.txt": moved, "c.txt": block("other") });
    const refused = await tools.call(write, { path: "conflict://*", content: "@ours" });
    expect(refused).toMatchObject({ isError: true });
    expect(refused.text).toContain("Conflict #2 is no longer in c.txt as it was read.");
    expect(tools.workspace.read("a.txt")).toBe(moved);
    const result = await tools.call(write, { path: "conflict://1", content: "@ours" });
    expect(result.text).toBe("Resolved conflict #1 at lines 2–8 in a.txt.");
    expect(tools.workspace.read("a.txt")).toBe("new first\na ours\n");
  });

  test("sides are read-only, and a missing base is named", async () => {
    await using tools = createFileTools();
    tools.workspace.write({ "a.txt": "<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> b\n" });
    await tools.call(read, { path: "a.txt" });
    const side = await tools.call(write, { path: "conflict://1/ours", content: "z" });
    expect(side.text).toBe("'conflict://1/ours' is read-only; write to conflict://1 instead.");
    const base = await tools.call(write, { path: "conflict://1", content: "@base" });
    expect(base.text).toContain("has no base");
    expect((await tools.call(read, { path: "conflict://1/base" })).text).toBe(
      "Conflict #1 has no base section.",
    );
  });
});
