// What a call of `resolve` takes.
import { z } from "zod";

export const parameters = z.object({
  action: z.enum(["apply", "discard"]),
  reason: z.string(),
  extra: z.record(z.string(), z.unknown()).optional(),
});

/** A checked call. */
export type ResolveArguments = z.output<typeof parameters>;
