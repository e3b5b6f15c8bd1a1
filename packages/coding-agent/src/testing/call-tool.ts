// Calls one tool through a real tool host, with given needs and nobody to ask; for tests of tools.
import type { Need } from "@oh-my-pi/pi-agent-core/need";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { createToolHost } from "@oh-my-pi/pi-agent-core/tool-host";
import { allowAll } from "@oh-my-pi/pi-agent-core/tool-policy";

export interface ToolAnswer {
  readonly text: string;
  readonly details: unknown;
  readonly isError: boolean;
}

/** A need and what it is bound to. */
export function bind<T>(need: Need<T>, value: T): readonly [string, unknown] {
  return [need.name, value];
}

/** Calls a tool as the loop would, with every call allowed. */
export async function callTool(
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  bound: readonly (readonly [string, unknown])[] = [],
  signal: AbortSignal = new AbortController().signal,
): Promise<ToolAnswer> {
  const needs = new Map(bound);
  const host = createToolHost({ policy: allowAll, provide: ({ name }) => needs.get(name) });
  const invocation = { callId: "1", name: tool.name, tool, args };
  const { result, isError } = await host.call(invocation, signal);
  const text = result.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  return { text, details: result.details, isError };
}

/** What a tool costs in every request, in tokens of about four bytes. */
export function tokensOf({ spec }: Tool): number {
  return Buffer.byteLength(JSON.stringify(spec)) / 4;
}
