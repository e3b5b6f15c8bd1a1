// What a call of `read` takes.
import { z } from "zod";

export const parameters = z.object({
  path: z.string().describe("file or directory, with an optional line selector"),
});

/** A checked call. */
export type ReadArguments = z.output<typeof parameters>;
