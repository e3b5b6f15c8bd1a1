// What a call of `find` takes.
import { z } from "zod";

export const parameters = z.object({
  paths: z.array(z.string()).min(1),
  hidden: z.boolean().default(true),
  gitignore: z.boolean().default(true),
  limit: z.number().default(1000),
  timeout: z.number().min(0.5).max(60).default(5).describe("seconds"),
});

/** A checked call. */
export type FindArguments = z.output<typeof parameters>;
