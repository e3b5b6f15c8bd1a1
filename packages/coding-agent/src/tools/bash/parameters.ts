// What a call of `bash` takes.
import { z } from "zod";

const fields = {
  command: z.string().describe("command to run"),
  env: z
    .record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string())
    .optional()
    .describe("extra environment variables"),
  timeout: z.number().default(300).describe("seconds, 1 to 3600"),
  cwd: z.string().optional().describe("directory to run in"),
  pty: z.boolean().optional().describe("run in a terminal the user sees"),
};

const asyncField = {
  async: z.boolean().optional().describe("run as a background job"),
};

const outsideField = {
  outside: z
    .string()
    .optional()
    .describe('ask the user to let it reach "host,host", or to leave the sandbox: "all"'),
};

export const parameters = z.object(fields);
/** With background jobs there is one field more. */
export const asyncParameters = z.object({ ...fields, ...asyncField });
/** Where commands run in a sandbox they can ask to leave it. */
export const sandboxParameters = z.object({ ...fields, ...outsideField });
export const sandboxAsyncParameters = z.object({ ...fields, ...asyncField, ...outsideField });

/** A checked call. */
export type BashArguments = z.output<typeof sandboxAsyncParameters>;
