// The `set_host_tools` command: replaces the tools that the embedding program carries out.
import type { JsonObject } from "@oh-my-pi/pi-ai/request";
import { z } from "zod";
import { CommandError, defineCommand } from "../command.ts";

export default defineCommand({
  name: "set_host_tools",
  input: z.object({
    tools: z.array(
      z.object({
        name: z.string(),
        label: z.string().optional(),
        description: z.string(),
        parameters: z.custom<JsonObject>(
          (value) => typeof value === "object" && value !== null && !Array.isArray(value),
          "must be a JSON Schema object",
        ),
        hidden: z.boolean().optional(),
      }),
    ),
  }),
  output: z.object({ toolNames: z.array(z.string()) }),
  run({ around, tools }, { tools: definitions }) {
    const { hostBridge } = around;
    if (hostBridge === undefined) throw new CommandError("Host tools are for RPC modes.");
    const names = definitions.map(({ name }) => name);
    const known = tools.filter((tool) => !hostBridge.tools.includes(tool)).map(({ name }) => name);
    const twice = names.find((name, at) => known.includes(name) || names.indexOf(name) !== at);
    if (twice !== undefined)
      throw new CommandError(`There is a tool "${twice}" already; give yours another name.`);
    try {
      hostBridge.setTools(definitions);
    } catch (error) {
      throw error instanceof TypeError ? new CommandError(error.message) : error;
    }
    return { toolNames: names };
  },
});
