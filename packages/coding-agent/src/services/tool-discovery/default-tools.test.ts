// Contract: the default set of the specification, each switch that changes it, and what a project must have.
import { describe, expect, test } from "bun:test";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Setting } from "../../settings/setting.ts";
import { defaultToolNames, discoveryModeOf } from "./default-tools.ts";
import { hasTaskFile } from "./task-files.ts";

const KNOWN = [
  "read",
  "bash",
  "ask",
  "ast_edit",
  "ast_grep",
  "calc",
  "checkpoint",
  "find",
  "recipe",
  "render_mermaid",
  "resolve",
  "rewind",
  "search",
  "search_tool_bm25",
  "todo_write",
];

function names(set: Record<string, unknown> = {}, more = {}): string[] {
  const get = <Value>(setting: Setting<Value>): Value =>
    (set[setting.key] as Value | undefined) ?? setting.fallback;
  return defaultToolNames(KNOWN, { get, canAsk: false, hasTaskFile: false, ...more });
}

describe("defaultToolNames", () => {
  const searches = ["search", "find", "ast_grep", "ast_edit"];
  const always = ["bash", "read", "resolve", "todo_write", ...searches];
  test.each<[string, Record<string, unknown>, object, string[]]>([
    ["nothing set", {}, {}, always],
    ["somebody to ask", {}, { canAsk: true }, [...always, "ask"]],
    ["tasks", {}, { hasTaskFile: true }, [...always, "recipe"]],
    ["tasks, switched off", { "recipe.enabled": false }, { hasTaskFile: true }, always],
    ["calc", { "calc.enabled": true }, {}, [...always, "calc"]],
    ["mermaid", { "renderMermaid.enabled": true }, {}, [...always, "render_mermaid"]],
    ["checkpoints", { "checkpoint.enabled": true }, {}, [...always, "checkpoint", "rewind"]],
    ["discovery", { "tools.discoveryMode": "all" }, {}, [...always, "search_tool_bm25"]],
    ["MCP discovery", { "mcp.discoveryMode": true }, {}, [...always, "search_tool_bm25"]],
    ["no to-do list", { "todo.enabled": false }, {}, ["bash", "read", "resolve", ...searches]],
    [
      "no searches",
      {
        "search.enabled": false,
        "find.enabled": false,
        "astGrep.enabled": false,
        "astEdit.enabled": false,
      },
      {},
      ["bash", "read", "resolve", "todo_write"],
    ],
  ])("%s", (_, set, more, expected) => {
    expect(names(set, more).sort()).toEqual(expected.sort());
  });

  test("the older switch means MCP tools only, and the newer one wins", () => {
    const mode = (set: Record<string, unknown>) =>
      discoveryModeOf((setting) => (set[setting.key] ?? setting.fallback) as never);
    expect(mode({})).toBe("off");
    expect(mode({ "mcp.discoveryMode": true })).toBe("mcp-only");
    expect(mode({ "mcp.discoveryMode": true, "tools.discoveryMode": "all" })).toBe("all");
  });
});

describe("hasTaskFile", () => {
  test.each(["justfile", ".justfile", "package.json", "Cargo.toml", "Makefile", "Taskfile.yml"])(
    "%s",
    (name) => {
      using workspace = createWorkspace();
      expect(hasTaskFile(workspace.path)).toBe(false);
      writeFileSync(join(workspace.path, name), "");
      expect(hasTaskFile(workspace.path)).toBe(true);
    },
  );
  test("a directory that is not there has none", () =>
    expect(hasTaskFile(join(import.meta.dir, "nowhere"))).toBe(false));
});
