// Trust belongs to one folder on one disk, reaches no further than its repository, and ends when another folder takes
// its place; consent belongs to one content. A store that others could have written trusts nothing.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createWorkspace, type Workspace } from "@oh-my-pi/pi-testkit/workspace";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type ItemSource, readConsentItem } from "./consent-item.ts";
import { TrustStore } from "./trust-store.ts";

let workspace: Workspace;
beforeEach(() => {
  workspace = createWorkspace();
});
afterEach(() => workspace[Symbol.dispose]());

const file = (): string => join(workspace.home, ".omp/agent/trust.json");
const open = (): TrustStore =>
  new TrustStore({ file: file(), platform: process.platform, now: () => 0 });

describe("projects", () => {
  test("nothing is trusted until it is said; the store is private and outside the project", async () => {
    expect(open().stateOf(workspace.path)).toBe("undecided");
    expect(existsSync(file())).toBe(false);
    await open().decide(workspace.path, "trusted");
    expect(open().stateOf(workspace.path)).toBe("trusted");
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(join(file(), "..")).mode & 0o777).toBe(0o700);
  });

  test("a no is remembered, and a removal forgets everything", async () => {
    await open().decide(workspace.path, "refused");
    expect(open().stateOf(workspace.path)).toBe("refused");
    expect(await open().forget(workspace.path)).toBe(true);
    expect(open().stateOf(workspace.path)).toBe("undecided");
    expect(await open().forget(workspace.path)).toBe(false);
  });

  test("trust reaches subfolders and files, but no repository inside and nothing above", async () => {
    workspace.write({ "a/b/file": "", "nested/.git/HEAD": "", "nested/deep/file": "" });
    await open().decide(workspace.path, "trusted");
    const store = open();
    expect(store.isTrusted(workspace.at("a/b"))).toBe(true);
    expect(store.isTrusted(workspace.at("a/b/file"))).toBe(true);
    expect(store.isTrusted(workspace.at("nested/deep"))).toBe(false);
    expect(store.isTrusted(workspace.root)).toBe(false);
    expect(store.isTrusted(workspace.at("missing"))).toBe(false);
  });

  test("a link into a trusted folder counts, a link out of it does not", async () => {
    workspace.write({ "in/file": "" });
    mkdirSync(join(workspace.root, "other"));
    writeFileSync(join(workspace.root, "other/file"), "");
    symlinkSync(join(workspace.root, "other"), workspace.at("out"));
    symlinkSync(workspace.path, join(workspace.root, "alias"));
    await open().decide(workspace.path, "trusted");
    expect(open().isTrusted(join(workspace.root, "alias/in/file"))).toBe(true);
    expect(open().isTrusted(workspace.at("out/file"))).toBe(false);
  });

  test("another folder in the same place is not trusted, and old consents do not come back", async () => {
    workspace.write({ "hook.sh": "echo" });
    const item = itemOf("hook.sh");
    await open().decide(workspace.path, "trusted");
    await open().consent(workspace.path, [item]);
    renameSync(workspace.path, `${workspace.path}.old`);
    mkdirSync(workspace.path);
    workspace.write({ "hook.sh": "echo" });
    expect(open().stateOf(workspace.path)).toBe("replaced");
    expect(open().hasConsent(workspace.path, item)).toBe(false);
    await open().decide(workspace.path, "trusted");
    expect(open().stateOf(workspace.path)).toBe("trusted");
    expect(open().hasConsent(workspace.path, item)).toBe(false);
  });

  const unusable: [name: string, spoil: () => void][] = [
    ["others may write to it", () => chmodSync(file(), 0o666)],
    ["it is cut off", () => writeFileSync(file(), readFileSync(file(), "utf8").slice(0, 40))],
    ["a record lacks its inode", () => edit((text) => text.replace('"inode"', '"node"'))],
    [
      "it comes from another version",
      () => edit((text) => text.replace('"version": 1', '"version": 9')),
    ],
  ];
  for (const [name, spoil] of unusable) {
    test(`a store is not believed and not overwritten when ${name}`, async () => {
      await open().decide(workspace.path, "trusted");
      spoil();
      const before = readFileSync(file(), "utf8");
      expect(open().isTrusted(workspace.path)).toBe(false);
      expect(open().problem).toContain("no project is trusted");
      expect(open().decide(workspace.path, "trusted")).rejects.toThrow("no project is trusted");
      expect(readFileSync(file(), "utf8")).toBe(before);
    });
  }

  test("two programs that decide at once lose nothing", async () => {
    workspace.write({ "one/x": "", "two/x": "" });
    await Promise.all([
      open().decide(workspace.at("one"), "trusted"),
      open().decide(workspace.at("two"), "trusted"),
    ]);
    expect(open().records.projects).toHaveLength(2);
  });
});

describe("consent", () => {
  const source = (changes: Partial<ItemSource> = {}): ItemSource => ({
    kind: "mcp-server",
    name: "db",
    file: workspace.at("mcp.json"),
    commandLine: ["npx", "db"],
    envNames: ["DB_URL", "DB_KEY"],
    ...changes,
  });
  const read = (changes: Partial<ItemSource> = {}) => {
    const found = readConsentItem(source(changes));
    if (found === undefined) throw new Error("no item");
    return found.item;
  };

  test("is needed even in a trusted project, and impossible in another", async () => {
    workspace.write({ "mcp.json": "{}" });
    expect(open().consent(workspace.path, [read()])).rejects.toThrow("is not trusted");
    await open().decide(workspace.path, "trusted");
    expect(open().hasConsent(workspace.path, read())).toBe(false);
    await open().consent(workspace.path, [read()]);
    expect(open().hasConsent(workspace.path, read())).toBe(true);
    expect(open().hasConsent(workspace.path, read({ envNames: ["DB_KEY", "DB_URL"] }))).toBe(true);
  });

  const changes: [name: string, changed: Partial<ItemSource>][] = [
    ["its command line", { commandLine: ["npx", "db", "--evil"] }],
    ["how its words are divided", { commandLine: ["npx db"] }],
    ["the variables it is given", { envNames: ["DB_URL", "DB_KEY", "AWS_SECRET"] }],
    ["where it talks to", { url: "http://127.0.0.1:9" }],
    ["its name", { name: "other" }],
    ["its kind", { kind: "lsp-server" }],
  ];
  for (const [name, changed] of changes) {
    test(`ends when ${name} changes`, async () => {
      workspace.write({ "mcp.json": "{}" });
      await open().decide(workspace.path, "trusted");
      await open().consent(workspace.path, [read()]);
      expect(open().hasConsent(workspace.path, read(changed))).toBe(false);
    });
  }

  test("ends with one changed byte of its file, and is replaced by a new yes", async () => {
    workspace.write({ "mcp.json": "{}" });
    await open().decide(workspace.path, "trusted");
    await open().consent(workspace.path, [read()]);
    workspace.write({ "mcp.json": "{ }" });
    expect(open().hasConsent(workspace.path, read())).toBe(false);
    await open().consent(workspace.path, [read()]);
    expect(open().hasConsent(workspace.path, read())).toBe(true);
    expect(open().records.consents).toHaveLength(1);
  });

  test("ends when the trust of its project does", async () => {
    workspace.write({ "mcp.json": "{}" });
    await open().decide(workspace.path, "trusted");
    await open().consent(workspace.path, [read()]);
    await open().decide(workspace.path, "refused");
    await open().decide(workspace.path, "trusted");
    expect(open().hasConsent(workspace.path, read())).toBe(false);
  });

  test("is given to the bytes that were hashed; a missing file is no item", () => {
    workspace.write({ "mcp.json": "first" });
    const found = readConsentItem(source());
    workspace.write({ "mcp.json": "second" });
    expect(new TextDecoder().decode(found?.bytes)).toBe("first");
    expect(readConsentItem(source({ file: workspace.at("none") }))).toBeUndefined();
  });
});

function itemOf(name: string) {
  const found = readConsentItem({ kind: "hook", name, file: workspace.at(name) });
  if (found === undefined) throw new Error("no item");
  return found.item;
}

function edit(change: (text: string) => string): void {
  writeFileSync(file(), change(readFileSync(file(), "utf8")));
}
