// The `get_sandbox` command: what the sandbox of this session holds, and what it does not.
import { z } from "zod";
import { CommandError, defineCommand } from "../command.ts";

export default defineCommand({
  name: "get_sandbox",
  isLong: true,
  input: z.object({}),
  output: z.object({
    state: z.enum(["on", "off", "none"]),
    backend: z.string().optional(),
    limits: z.array(z.string()),
    tried: z.array(z.object({ name: z.string(), problem: z.string().optional() })),
    network: z.enum(["open", "closed"]),
    hosts: z.array(z.string()),
    writable: z.array(z.string()),
    protectedPaths: z.array(z.string()),
  }),
  async run({ around }) {
    if (around.sandbox === undefined) throw new CommandError("This session runs no commands.");
    const { tried, limits, hosts, writable, protectedPaths, ...rest } =
      await around.sandbox.status();
    return {
      ...rest,
      tried: [...tried],
      limits: [...limits],
      hosts: [...hosts],
      writable: [...writable],
      protectedPaths: [...protectedPaths],
    };
  },
});
