// What a call of `search` takes.
import { z } from "zod";

export const parameters = z.object({
  pattern: z.string(),
  paths: z.union([z.string(), z.array(z.string()).min(1)]),
  i: z.boolean().optional(),
  gitignore: z.boolean().optional(),
  skip: z.number().optional(),
});

/** A checked call. */
export type SearchArguments = z.output<typeof parameters>;
