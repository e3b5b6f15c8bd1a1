// The two tools that a rig has unless a test brings its own. Tests only.
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { z } from "zod";

const readTool: Tool = defineTool({
  name: "read",
  description: "Reads.",
  parameters: z.object({ path: z.string() }),
  tier: "read",
  run: async (_context, { path }) => `content of ${path}`,
});

const dumpTool: Tool = defineTool({
  name: "dump",
  description: "Says much.",
  parameters: z.object({ characters: z.number() }),
  tier: "read",
  run: async (_context, { characters }) => "x".repeat(characters),
});

/** One that reads, one that says much. */
export const RIG_TOOLS: readonly Tool[] = [readTool, dumpTool];
