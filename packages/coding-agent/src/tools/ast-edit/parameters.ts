// What a call of `ast_edit` takes.
import { z } from "zod";

export const parameters = z.object({
  ops: z.array(z.object({ pat: z.string(), out: z.string() })).min(1),
  paths: z.array(z.string()).min(1).describe("files, directories or globs"),
});

/** A checked call. */
export type AstEditArguments = z.output<typeof parameters>;
