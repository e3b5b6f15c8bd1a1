// What a call of `calc` takes.
import { z } from "zod";

export const parameters = z.object({
  calculations: z.array(
    z.object({
      expression: z.string().describe("e.g. (2 + 3) * 4 ** 2"),
      prefix: z.string().describe("text before the result"),
      suffix: z.string().describe("text after the result"),
    }),
  ),
});

/** A checked call. */
export type CalcArguments = z.output<typeof parameters>;
