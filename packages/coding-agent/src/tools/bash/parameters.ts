// What a call of `bash` takes.
import { z } from "zod";

export const parameters = z.object({
  command: z.string().describe("command to run"),
  env: z.record(z.string(), z.string()).optional().describe("extra environment variables"),
  timeout: z.number().optional().describe("seconds, 1 to 3600"),
  cwd: z.string().optional().describe("directory to run in"),
});

/** A checked call. */
export type BashArguments = z.output<typeof parameters>;
