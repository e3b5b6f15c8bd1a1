// What a call of `recipe` takes.
import { z } from "zod";

export const parameters = z.object({
  op: z.string().describe("task and its arguments, e.g. `test --watch` or `make:build`"),
});

/** A checked call. */
export type RecipeArguments = z.output<typeof parameters>;
