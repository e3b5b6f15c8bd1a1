// What a call of `ast_grep` takes.
import { z } from "zod";

export const parameters = z.object({
  pat: z.string(),
  paths: z.array(z.string()).min(1).describe("files, directories or globs"),
  skip: z.number().optional(),
});

/** A checked call. */
export type AstGrepArguments = z.output<typeof parameters>;
