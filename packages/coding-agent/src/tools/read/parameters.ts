// What a call of `read` takes.
import { z } from "zod";

export const parameters = z.object({
  path: z.string().describe("path or address, with an optional selector"),
});

/** A checked call. */
export type ReadArguments = z.output<typeof parameters>;
