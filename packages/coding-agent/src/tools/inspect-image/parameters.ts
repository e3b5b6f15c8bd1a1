// What a call of `inspect_image` takes.
import { z } from "zod";

export const parameters = z.object({
  path: z.string().describe("image file"),
  question: z.string().describe("what to find out"),
});

/** A checked call. */
export type InspectImageArguments = z.output<typeof parameters>;
