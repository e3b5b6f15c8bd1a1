// A tool host that writes down what each call does to files: looked at after the call was allowed and before it runs, and
// again when it has ended, however it ended.
import { createToolHost, type ToolHost } from "@oh-my-pi/pi-agent-core/tool-host";
import type { OpenStep, UndoJournal } from "./undo-journal.ts";

type HostOptions = Parameters<typeof createToolHost>[0];

const MAX_LABEL = 80;

/** The same host, journaled. Calls that only read warm the journal up. */
export function journaledHost(
  options: HostOptions,
  journal: Pick<UndoJournal, "begin" | "warmUp">,
): ToolHost {
  const open = new Map<string, OpenStep[]>();
  const host = createToolHost({
    ...options,
    beforeToolCall: async (call, signal) => {
      const verdict = await options.beforeToolCall?.(call, signal);
      if (verdict?.block) return verdict;
      if (call.approval.tier === "read") {
        journal.warmUp();
        return undefined;
      }
      const { name } = call.tool;
      const { callId, origin } = call;
      const label = labelOf(name, call.args, call.intent);
      const step = await journal.begin({ label, tool: name, callId, agentId: origin });
      open.set(callId, [...(open.get(callId) ?? []), step]);
      return undefined;
    },
  });
  return {
    async call(invocation, signal) {
      try {
        return await host.call(invocation, signal);
      } finally {
        const steps = open.get(invocation.callId) ?? [];
        open.delete(invocation.callId);
        for (const step of steps) await step.end();
      }
    },
  };
}

/** What people know a call by: its command, its path, or what it was meant for. */
function labelOf(name: string, args: unknown, intent: string | undefined): string {
  const { command, path } = (args ?? {}) as { command?: unknown; path?: unknown };
  const about = [command, path, intent].find((part) => typeof part === "string");
  const line = about === undefined ? name : `${name}: ${about.replaceAll(/\s+/g, " ")}`;
  return line.length <= MAX_LABEL ? line : `${line.slice(0, MAX_LABEL).toWellFormed()}…`;
}
