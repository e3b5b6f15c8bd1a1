// Calls of search tools as a session makes them, through the real host, timed.
import { createToolHost } from "../packages/agent/src/tool/host.ts";
import type { Tool } from "../packages/agent/src/tool/tool.ts";
import { createFileServices } from "../packages/coding-agent/src/services/file-services.ts";
import { createSearchEngines } from "../packages/coding-agent/src/services/search/create-engines.ts";
import { createWorkspace, workspaceNeed } from "../packages/coding-agent/src/services/workspace.ts";
import type { Setting } from "../packages/coding-agent/src/settings/setting.ts";

export type TimedCall = (args: Readonly<Record<string, unknown>>) => Promise<number>;

/** A function that calls `tool` in `cwd` and gives the milliseconds; `expected` must be in its text. */
export function timedTool(tool: Tool, cwd: string, expected: string): TimedCall {
  const settings = { get: <Value>(setting: Setting<Value>): Value => setting.fallback };
  const workspace = createWorkspace(cwd, undefined);
  const host = { env: {}, home: undefined, tmp: cwd, platform: process.platform };
  const bound = new Map<string, unknown>([
    [workspaceNeed.name, workspace],
    ...createFileServices({
      workspace,
      settings,
      sessionFolder: undefined,
      scratchFolder: cwd,
      fetcher: fetch,
      engines: createSearchEngines(host, settings),
    }),
  ]);
  const toolHost = createToolHost({
    policy: () => ({ verdict: "allow" }),
    provide: ({ name }) => bound.get(name),
    output: { limit: { maxBytes: 50 * 1024, maxLines: 3000 } },
  });
  return async (args) => {
    const started = performance.now();
    const call = { callId: "1", name: tool.name, tool, args };
    const { result } = await toolHost.call(call, new AbortController().signal);
    const elapsed = performance.now() - started;
    const text = result.content.map((block) => (block.type === "text" ? block.text : "")).join("");
    if (!text.includes(expected)) throw new Error(`${tool.name} gave: ${text.slice(0, 200)}`);
    return elapsed;
  };
}
