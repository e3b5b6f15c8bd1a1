// What a call of `todo_write` takes.
import { z } from "zod";

const items = z.array(z.string()).min(1);

export const parameters = z.object({
  ops: z
    .array(
      z.object({
        op: z.enum(["init", "start", "done", "rm", "drop", "append", "note"]),
        list: z.array(z.object({ phase: z.string(), items })).optional(),
        task: z.string().optional(),
        phase: z.string().optional(),
        items: items.optional(),
        text: z.string().optional(),
      }),
    )
    .min(1),
});

/** A checked call. */
export type TodoWriteArguments = z.output<typeof parameters>;
