// Contract: nobody but the file named after a provider or a tool compares with its id.
import { describe, expect, test } from "bun:test";
import { findings } from "../temp-tree.ts";
import rule from "./id-literal.ts";

describe("id-literal", () => {
  test.each([
    'if (provider === "openai") f();',
    'if (model.provider !== "openai") f();',
    'if ("openai" == model!.provider) f();',
    "if (getModel().provider === `openai`) f();",
    'if (this.options.providerId === "openai") f();',
    'if (provider.id === "openai") f();',
    'const x = toolName === "bash" ? 1 : 2;',
    'const x = call.toolName === "bash";',
    'const x = tool.name === "bash";',
    'switch (model.provider) { case "openai": f(); }',
    'if (["bash", provider].includes(toolName)) f();',
    'if (new Set(["bash"]).has(tool.name)) f();',
    'if ((["bash"] as const).includes(toolName)) f();',
  ])("%s", (text) => {
    expect(findings(rule, { "packages/ai/src/a.ts": text })).toHaveLength(1);
  });

  test.each([
    "if (model.provider === other.provider) f();",
    'if (provider === "") f();',
    'if (event.type === "done") f();',
    'if (file.name === "bash") f();',
    'if (typeof provider === "string") f();',
    'const x = { provider: "openai", toolName: "bash" };',
    'switch (event.type) { case "openai": f(); }',
    "if (names.includes(toolName)) f();",
    'if (provider < "m") f();',
    'lookUp(toolName, ["bash"]);',
    'const all = ["bash"].concat(toolName);',
    "if (new Set(...lists).has(toolName)) f();",
    "if ([...lists, other].includes(toolName)) f();",
    'if (["a", "b"].includes(event.type)) f();',
  ])("%s is free", (text) => {
    expect(findings(rule, { "packages/ai/src/a.ts": text })).toEqual([]);
  });

  test.each([
    ["packages/ai/src/providers/openai-codex.ts", "openai-codex", false],
    ["packages/ai/src/providers/openai.ts", "openai-codex", true],
    ["packages/coding-agent/src/tools/todo-write.ts", "todo_write", false],
    ["packages/coding-agent/src/tools/todo-write/view.ts", "todo_write", false],
    ["packages/coding-agent/src/tools/bash.ts", "todo_write", true],
    ["packages/coding-agent/src/tools/bash.test.ts", "todo_write", false],
    ["packages/testkit/src/server.ts", "todo_write", false],
  ])("in %s: %s", (path, id, isWrong) => {
    const found = findings(rule, { [path]: `if (toolName === "${id}") f();` });
    expect(found).toHaveLength(isWrong ? 1 : 0);
  });
});
