// The smallest agent: a model, one tool, one question. Run it with a key in ANTHROPIC_API_KEY:
// `bun examples/ask-with-a-tool.ts`.
import { Agent } from "@oh-my-pi/pi-agent-core/agent";
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import { createToolHost } from "@oh-my-pi/pi-agent-core/tool-host";
import { streamChat } from "@oh-my-pi/pi-ai/stream";
import { z } from "zod";
import { exampleModel } from "./example-model.ts";

const clock = defineTool({
  name: "clock",
  description: "Tells the time in a time zone",
  parameters: z.object({ zone: z.string().describe("IANA name, such as Europe/Paris") }),
  tier: "read",
  run: (_context, { zone }) => new Date().toLocaleString("en-GB", { timeZone: zone }),
});

const agent = new Agent({
  settings: { model: exampleModel, system: ["You are brief."], tools: [clock] },
  stream: streamChat,
  // only what reads runs unasked
  toolHost: createToolHost({
    policy: ({ approval }) =>
      approval.tier === "read"
        ? { verdict: "allow" }
        : { verdict: "deny", reason: "This example only reads." },
  }),
});

agent.subscribe((event) => {
  if (event.type !== "message_update") return;
  const { assistantMessageEvent: part } = event;
  if (part.type === "text_delta") process.stdout.write(part.delta);
});
await agent.prompt("What time is it in Tokyo?");
console.log();
