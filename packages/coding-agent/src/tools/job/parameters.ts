// What a call of `job` takes.
import { z } from "zod";

export const parameters = z.object({
  poll: z.array(z.string()).optional().describe("ids to wait for"),
  cancel: z.array(z.string()).optional().describe("ids to end"),
  list: z.boolean().optional(),
});

/** A checked call. */
export type JobArguments = z.output<typeof parameters>;
