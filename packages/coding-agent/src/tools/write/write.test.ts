// What `write` leaves on the disk, and that it leaves everything alone when it refuses.
import { describe, expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { runProcess } from "@oh-my-pi/pi-testkit/process";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { createFileTools } from "../../testing/file-tools.ts";
import write from "./write.ts";

describe("plain files", () => {
  test("keep mode, symbolic links and hard links", async () => {
    await using tools = createFileTools();
    const { workspace } = tools;
    workspace.write({ "run.sh": "old", "twin.txt": "old" });
    chmodSync(workspace.at("run.sh"), 0o755);
    symlinkSync("run.sh", workspace.at("link"));
    linkSync(workspace.at("twin.txt"), workspace.at("other.txt"));
    await tools.call(write, { path: "link", content: "new" });
    await tools.call(write, { path: "twin.txt", content: "new" });
    expect(lstatSync(workspace.at("link")).isSymbolicLink()).toBe(true);
    expect(workspace.read("run.sh")).toBe("new");
    expect(statSync(workspace.at("run.sh")).mode & 0o777).toBe(0o755);
    expect(workspace.read("other.txt")).toBe("new");
  });

  test("a link to nothing makes its target", async () => {
    await using tools = createFileTools();
    symlinkSync("sub/real.txt", tools.workspace.at("link"));
    const result = await tools.call(write, { path: "link", content: "x" });
    expect(result.isError).toBe(false);
    expect(tools.workspace.read("sub/real.txt")).toBe("x");
  });

  test("pasted read output is taken for its text, with a note", async () => {
    await using tools = createFileTools();
    const result = await tools.call(write, {
      path: "a.txt",
      content: "¶a.txt#1234\n1:one\n2:two\n",
    });
    expect(tools.workspace.read("a.txt")).toBe("one\ntwo\n");
    expect(result.text).toStartWith("Successfully wrote 8 bytes to a.txt\nNote: ");
  });
});

describe("refusals leave no trace", () => {
  const cases: [path: string, content: string, says: string][] = [
    ["dir", "x", "Path is a directory: dir"],
    ["new/", "x", "Path is a directory: new"],
    ["file/below", "x", "Cannot write file/below: part of its path is not a directory."],
    ["omp://glossary.md", "x", "omp:// is read-only. Nothing was changed."],
    ["skill://a", "x", "skill:// is read-only"],
    ["artifact://1", "x", "artifact:// is read-only"],
    ["bogus://x", "x", "Unknown scheme in 'bogus://x'"],
    ["https://example.org/x", "x", "it is a web address"],
    ["local://../../x", "x", "without '..'"],
    ["conflict://1", "x", "Conflict #1 not found."],
    ["conflict://*", "x", "No conflicts are registered"],
    ["a.zip", "x", "Archive write path must target a file inside the archive"],
    ["a.zip:", "x", "Archive write path must target a file inside the archive"],
    ["a.zip:dir/", "x", "Archive write path must target a file, not a directory"],
    ["a.zip:a/../../x", "x", "Archive path cannot contain '..'"],
    ["d.db", "x", "SQLite write path must target a table"],
    ["none.db", "x", "SQLite database 'none.db' not found"],
    ["none.db:t", "{}", "SQLite database 'none.db' not found"],
    ["d.db:t?limit=1", "{}", "SQLite write paths do not support query parameters"],
    ["d.db:t:", "{}", "SQLite row writes require a non-empty row key"],
    ["d.db:nope", "{}", "SQLite table 'nope' not found"],
    ["d.db:t", "[1]", "SQLite row content must be a JSON5 object"],
    ["d.db:t", "{x: ", "SQLite row content is not valid JSON5"],
    ["d.db:t", "{y: 1}", "SQLite table 't' has no column 'y'. Columns: id, x"],
    ["d.db:t", "{id: 1}", "SQLite write failed: UNIQUE constraint failed"],
    ["d.db:pair:1", "{a: 1}", "composite primary key"],
    ["half", "a\ud800b", "half a character"],
  ];
  for (const [path, content, says] of cases) {
    test(`${path} ${JSON.stringify(content)}`, async () => {
      await using tools = createFileTools();
      const { workspace } = tools;
      mkdirSync(workspace.at("dir"));
      workspace.write({ file: "x" });
      makeDatabase(workspace.at("d.db"));
      const before = readFileSync(workspace.at("d.db"));
      const result = await tools.call(write, { path, content });
      expect(result.text).toContain(says);
      expect(result.isError).toBe(true);
      expect(readdirSync(workspace.path).sort()).toEqual(["d.db", "dir", "file"]);
      expect(readFileSync(workspace.at("d.db"))).toEqual(before);
    });
  }
});

test("rows are inserted, updated and deleted by key", async () => {
  await using tools = createFileTools();
  makeDatabase(tools.workspace.at("d.db"));
  const calls: [path: string, content: string, text: string][] = [
    ["d.db:t", "{x: 'new', /* a note */}", "Inserted row into t"],
    ["d.db:t", "{}", "Inserted row into t"],
    ["d.db:t:2", "{x: [1, 2]}", "Updated row '2' in t"],
    ["d.db:t:1", "", "Deleted row '1' from t"],
    ["d.db:t:1", "", "No row deleted from t for key '1'"],
    ["d.db:t:99", "{x: 1}", "No row updated in t for key '99'"],
    ["d.db:bare:1", "{v: true}", "Updated row '1' in bare"],
  ];
  for (const [path, content, text] of calls)
    expect(await tools.call(write, { path, content })).toMatchObject({ text, isError: false });
  using database = new Database(tools.workspace.at("d.db"));
  expect(database.query("SELECT * FROM t").all()).toEqual([
    { id: 2, x: "[1,2]" },
    { id: 3, x: null },
  ]);
  expect(database.query("SELECT * FROM bare").all()).toEqual([{ v: 1 }]);
});

describe("archives stay readable by others, with all other members as they were", () => {
  const formats: [name: string, make: string[], list: string[]][] = [
    ["a.tar", ["tar", "cf", "a.tar", "in"], ["tar", "tf", "a.tar"]],
    ["a.tar.gz", ["tar", "czf", "a.tar.gz", "in"], ["tar", "tf", "a.tar.gz"]],
    ["a.tgz", ["tar", "czf", "a.tgz", "in"], ["tar", "tf", "a.tgz"]],
  ];
  for (const [name, make, list] of formats) {
    skipUnless(requireTool("tar"))(name, async () => {
      await using tools = createFileTools();
      const { workspace } = tools;
      const long = `in/${"long-name-".repeat(12)}.txt`;
      workspace.write({ "in/one.txt": "one", "in/two.txt": "two", [long]: "long" });
      symlinkSync("one.txt", workspace.at("in/link"));
      const options = { cwd: workspace.path, env: workspace.env() };
      expect((await runProcess(make, options)).exitCode).toBe(0);
      for (const [path, content] of [
        ["in/two.txt", "TWO"],
        [`new/${"n".repeat(120)}.txt`, "new"],
      ] as const) {
        const result = await tools.call(write, { path: `${name}:${path}`, content });
        expect(result.text).toBe(`Successfully wrote ${content.length} bytes to ${name}:${path}`);
      }
      expect((await runProcess(list, options)).stdout.trim().split("\n").sort()).toEqual(
        ["in/", "in/link", long, "in/one.txt", "in/two.txt", `new/${"n".repeat(120)}.txt`].sort(),
      );
      mkdirSync(workspace.at("out"));
      await runProcess(["tar", "xf", name, "-C", "out"], options);
      expect(workspace.read("out/in/two.txt")).toBe("TWO");
      expect(workspace.read(`out/${long}`)).toBe("long");
      expect(lstatSync(workspace.at("out/in/link")).isSymbolicLink()).toBe(true);
    });
  }

  skipUnless(requireTool("python3"))("a.zip", async () => {
    await using tools = createFileTools();
    const { workspace } = tools;
    const script = (code: string) =>
      runProcess(["python3", "-c", code], { cwd: workspace.path, env: workspace.env() });
    await script(
      "import zipfile\nz = zipfile.ZipFile('a.zip', 'w')\nz.writestr('one.txt', 'one')\nz.writestr('d/two.txt', 'two' * 99, zipfile.ZIP_DEFLATED)\nz.close()",
    );
    await tools.call(write, { path: "a.zip:one.txt", content: "ONE" });
    await tools.call(write, { path: "a.zip:neu/ä.txt", content: "ü" });
    const size = statSync(workspace.at("a.zip")).size;
    await tools.call(write, { path: "a.zip:neu/ä.txt", content: "ü" });
    expect(statSync(workspace.at("a.zip")).size).toBe(size);
    const shown = await script(
      "import zipfile\nz = zipfile.ZipFile('a.zip')\nprint(z.testzip(), z.namelist(), z.read('one.txt'), z.read('d/two.txt') == b'two' * 99, z.read('neu/ä.txt').decode())",
    );
    expect(shown.stdout.trim()).toBe("None ['d/two.txt', 'one.txt', 'neu/ä.txt'] b'ONE' True ü");
  });
});

function makeDatabase(path: string): void {
  using database = new Database(path);
  database.run("CREATE TABLE t(id integer primary key, x text)");
  database.run("INSERT INTO t VALUES (1, 'a')");
  database.run("CREATE TABLE pair(a, b, primary key(a, b)) WITHOUT ROWID");
  database.run("CREATE TABLE bare(v)");
  database.run("INSERT INTO bare VALUES (0)");
}
