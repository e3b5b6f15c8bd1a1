// Contract: what a model is told of a tool is true of the session it is told in, and whatever a tool of a session may need
// is there for every tool.
import { describe, expect, test } from "bun:test";
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import type { Need } from "@oh-my-pi/pi-agent-core/need";
import { reply, text as say, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Setting } from "../settings/setting.ts";
import { openLiveSession } from "../testing/live-session.ts";
import { builtInToolNames, loadTools } from "./tool-set.ts";

interface Told {
  readonly tool: string;
  readonly set: Readonly<Record<string, unknown>>;
  readonly hasTerminals?: boolean;
  readonly says: readonly string[];
  readonly omits: readonly string[];
}

async function describeTool({ tool, set, hasTerminals = false }: Told): Promise<string> {
  const settings = {
    get: <Value>({ key, fallback }: Setting<Value>): Value => (set[key] ?? fallback) as Value,
  };
  const [loaded] = await loadTools([tool], settings, { hasTerminals });
  return loaded?.spec.description ?? "";
}

const ANCHORS = "anchors for `edit`";

const CASES: readonly (readonly [string, Told])[] = [
  ["reads anchor edits by line", { tool: "read", set: {}, says: [ANCHORS, "https"], omits: [] }],
  [
    "reads do not where edits name text",
    { tool: "read", set: { "edit.mode": "replace" }, says: ["https"], omits: [ANCHORS, "#hash"] },
  ],
  [
    "no pages without the web",
    { tool: "read", set: { "fetch.enabled": false }, says: [], omits: ["https"] },
  ],
  ["searches anchor edits", { tool: "search", set: {}, says: [ANCHORS, "*LINE:text"], omits: [] }],
  [
    "searches show plain lines where there are no anchors",
    { tool: "search", set: { readHashLines: false }, says: ["*LINE|text"], omits: [ANCHORS, "¶"] },
  ],
  ["edits by line", { tool: "edit", set: {}, says: ["¶path#hash"], omits: ["old_text"] }],
  [
    "edits by text",
    { tool: "edit", set: { "edit.mode": "replace" }, says: ["old_text"], omits: ["¶"] },
  ],
  [
    "no jobs, nobody to watch",
    { tool: "bash", set: {}, says: ["no terminal:"], omits: ["pty", "async"] },
  ],
  [
    "somebody watches",
    { tool: "bash", set: {}, hasTerminals: true, says: ["unless `pty`"], omits: ["async"] },
  ],
  [
    "background jobs",
    { tool: "bash", set: { "async.enabled": true }, says: ["`async: true`"], omits: [] },
  ],
];

describe("what a model is told", () => {
  test.each(CASES)("%s", async (_, told) => {
    const text = await describeTool(told);
    for (const part of told.says) expect(text).toContain(part);
    for (const part of told.omits) expect(text).not.toContain(part);
  });

  test("every tool's text is rendered", async () => {
    const settings = { get: <Value>({ fallback }: Setting<Value>): Value => fallback };
    const tools = await loadTools(builtInToolNames(), settings);
    expect(tools.length).toBe(builtInToolNames().length);
    for (const { spec } of tools) expect(spec.description).not.toMatch(/\{\{|\}\}/);
  });
});

const SOURCES = join(import.meta.dir, "..");

/** Every need that is declared anywhere, found in the sources. */
async function declaredNeeds(): Promise<Need<unknown>[]> {
  const needs: Need<unknown>[] = [];
  for (const file of new Bun.Glob("services/**/*.ts").scanSync({ cwd: SOURCES })) {
    if (file.endsWith(".test.ts")) continue;
    const names = readFileSync(join(SOURCES, file), "utf8").matchAll(
      /^export const (?<name>\w+) = defineNeed</gm,
    );
    const found = [...names].map(({ groups }) => groups?.["name"] ?? "");
    if (found.length === 0) continue;
    const module = (await import(join(SOURCES, file))) as Record<string, Need<unknown>>;
    needs.push(...found.flatMap((name) => module[name] ?? []));
  }
  return needs;
}

describe("what a tool can reach through its session", () => {
  test("is the same for every tool, one of an embedding program too", async () => {
    const needs = await declaredNeeds();
    const names = needs.map(({ name }) => name);
    for (const name of [
      "artifact-writer",
      "pending-actions",
      "background-jobs",
      "ask-user",
      "todo",
    ])
      expect(names).toContain(name);
    const reached: string[] = [];
    const curious = defineTool({
      name: "curious",
      description: "Looks at what it can reach.",
      parameters: { type: "object", properties: {} },
      needs: Object.fromEntries(needs.map((need) => [need.name, need])),
      run: ({ needs: given }) => {
        reached.push(...Object.keys(given).filter((name) => given[name] !== undefined));
        return "looked";
      },
    });
    await using live = await openLiveSession({ embedded: { tools: [curious] } });
    live.models.script(reply(toolCall("curious", {})), reply(say("done")));
    await live.current.session.prompt("look");
    expect(reached.toSorted()).toEqual(names.toSorted());
  });
});
