// A tool that needs approval, asked for on the terminal, and words that reach a run while it goes on.
import { Agent } from "@oh-my-pi/pi-agent-core/agent";
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { createToolHost } from "@oh-my-pi/pi-agent-core/tool-host";
import { streamChat } from "@oh-my-pi/pi-ai/stream";
import { z } from "zod";
import { exampleModel } from "./example-model.ts";

const remove = defineTool({
  name: "remove",
  description: "Removes one file",
  parameters: z.object({ path: z.string() }),
  tier: ({ path }) =>
    path.startsWith("/tmp/") ? "write" : { tier: "write", override: true, reason: "Not in /tmp" },
  approvalDetails: ({ path }) => `File: ${path}`,
  concurrency: "exclusive",
  traits: { nonAbortable: true },
  async run(_context, { path }) {
    const file = Bun.file(path);
    if (!(await file.exists())) throw new ToolFailure(`There is no ${path}.`);
    await file.delete();
    return { path };
  },
  forModel: ({ path }) => `Removed ${path}.`,
  view: ({ path = "" }, result) => ({
    title: path,
    blocks: [{ type: "text", text: result === undefined ? "…" : `removed ${path}` }],
  }),
});

const agent = new Agent({
  settings: { model: exampleModel, system: ["You tidy up."], tools: [remove] },
  stream: streamChat,
  intentTracing: true,
  toolHost: createToolHost({
    policy: ({ approval }) => ({ verdict: approval.tier === "read" ? "allow" : "ask" }),
    ask: async ({ tool, details, reason, intent }) => {
      const lines = [`Allow ${tool.label}?`, ...details, reason ?? "", intent ?? ""];
      return { allowed: confirm(lines.filter(Boolean).join("\n")) };
    },
  }),
});

const running = agent.prompt("Remove /tmp/a.txt and /tmp/b.txt");
agent.steer("Leave b.txt alone, please.");
agent.followUp("Sum up what you did.");
await running;
console.log(agent.state.messages.at(-1));
