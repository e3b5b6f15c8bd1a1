// What a call of `write` takes.
import { z } from "zod";

export const parameters = z.object({
  path: z.string(),
  content: z.string(),
});

/** A checked call. */
export type WriteArguments = z.output<typeof parameters>;
