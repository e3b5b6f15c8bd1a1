// What a call of `checkpoint` takes.
import { z } from "zod";

export const parameters = z.object({ goal: z.string().describe("what is to be found out") });

/** A checked call. */
export type CheckpointArguments = z.output<typeof parameters>;
