// What a call of `search_tool_bm25` takes.
import { z } from "zod";

export const parameters = z.object({
  query: z.string().describe("what the tool should do"),
  limit: z.int().min(1).optional().describe("default 8"),
});

/** A checked call. */
export type SearchToolArguments = z.output<typeof parameters>;
