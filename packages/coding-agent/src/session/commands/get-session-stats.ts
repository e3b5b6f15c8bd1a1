// The `get_session_stats` command: counts messages, tokens and cost of the session.
import { z } from "zod";
import { defineCommand } from "../command.ts";
import { noInput } from "../command-schemas.ts";
import { sessionStats } from "../session-stats.ts";

export default defineCommand({
  name: "get_session_stats",
  input: noInput,
  output: z.object({
    sessionFile: z.string().optional(),
    sessionId: z.string(),
    userMessages: z.number(),
    assistantMessages: z.number(),
    toolCalls: z.number(),
    toolResults: z.number(),
    totalMessages: z.number(),
    tokens: z.object({
      input: z.number(),
      output: z.number(),
      cacheRead: z.number(),
      cacheWrite: z.number(),
      total: z.number(),
    }),
    cost: z.number(),
  }),
  run: ({ conversation }) => sessionStats(conversation.log),
});
