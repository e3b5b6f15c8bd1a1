// What a call of `rewind` takes.
import { z } from "zod";

export const parameters = z.object({
  report: z.string().describe("what was found; all that stays"),
});

/** A checked call. */
export type RewindArguments = z.output<typeof parameters>;
