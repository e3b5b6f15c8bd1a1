// What a call of `ask` takes.
import { z } from "zod";

export const parameters = z.object({
  questions: z.array(
    z.object({
      id: z.string(),
      question: z.string(),
      options: z.array(z.object({ label: z.string() })),
      multi: z.boolean().optional().describe("several may be chosen"),
      recommended: z.number().optional().describe("index of the best option"),
    }),
  ),
});

/** A checked call. */
export type AskArguments = z.output<typeof parameters>;
