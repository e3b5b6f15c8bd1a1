// Gives the model a function of this program. The schema is checked before `execute` runs; what it throws is told to
// the model as a failure.
//   bun custom-tool.ts "How is the weather in Oslo?"
import { createAgentSession, defineCustomTool, SessionManager } from "@oh-my-pi/pi-coding-agent";
import { z } from "zod";

const DEGREES: Readonly<Record<string, number>> = { Oslo: -3, Lima: 22 };

const weather = defineCustomTool({
  name: "weather",
  description: "The temperature of a city in degrees Celsius.",
  parameters: z.object({ city: z.string().describe("Name of the city") }),
  approval: "read",
  execute(_id, { city }, onUpdate) {
    onUpdate({ content: [{ type: "text", text: `Looking up ${city} …` }] });
    const degrees = DEGREES[city];
    if (degrees === undefined) throw new Error(`There is no station in ${city}.`);
    return { content: [{ type: "text", text: `${degrees} °C` }], details: { city, degrees } };
  },
});

const { session } = await createAgentSession({
  sessionManager: SessionManager.inMemory(),
  toolNames: [],
  customTools: [weather],
});
await using _ = session;
await session.prompt(process.argv[2] ?? "How is the weather in Oslo?");
console.log(session.lastAnswerText);
