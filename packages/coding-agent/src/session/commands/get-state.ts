// The `get_state` command: tells how the session stands.
import { z } from "zod";
import { defineCommand } from "../command.ts";
import {
  modelSchema,
  noInput,
  queueModeSchema,
  thinkingLevelSchema,
  todoPhasesSchema,
} from "../command-schemas.ts";
import * as declared from "../settings.ts";

export default defineCommand({
  name: "get_state",
  input: noInput,
  output: z.object({
    model: modelSchema.nullable(),
    thinkingLevel: thinkingLevelSchema.optional(),
    isStreaming: z.boolean(),
    isCompacting: z.boolean(),
    steeringMode: queueModeSchema,
    followUpMode: queueModeSchema,
    interruptMode: z.enum(["immediate", "wait"]),
    sessionFile: z.string().optional(),
    sessionId: z.string(),
    sessionName: z.string().optional(),
    autoCompactionEnabled: z.boolean(),
    messageCount: z.number(),
    queuedMessageCount: z.number(),
    todoPhases: todoPhasesSchema,
    systemPrompt: z.string(),
    dumpTools: z.array(
      z.object({ name: z.string(), description: z.string(), parameters: z.unknown() }),
    ),
    contextUsage: z.object({
      tokens: z.number(),
      contextWindow: z.number(),
      percent: z.number(),
    }),
  }),
  run(session) {
    const { conversation, choices, settings, runner, compaction, tools } = session;
    const { file: sessionFile, header } = conversation.log;
    const { contextWindow } = choices.model;
    const tokens = conversation.messages.length === 0 ? 0 : session.state.contextTokens;
    return {
      model: choices.model,
      thinkingLevel: choices.thinkingLevel,
      isStreaming: runner.isRunning,
      isCompacting: compaction.isCompacting,
      steeringMode: settings.get(declared.steeringMode),
      followUpMode: settings.get(declared.followUpMode),
      interruptMode: settings.get(declared.interruptMode),
      sessionFile,
      sessionId: header.id,
      sessionName: header.title,
      autoCompactionEnabled: settings.get(declared.compactionEnabled),
      messageCount: conversation.messages.length,
      queuedMessageCount: conversation.waiting.length,
      todoPhases: [...conversation.state.todos],
      systemPrompt: session.system.join("\n\n"),
      dumpTools: tools.map(({ spec: { name, description, parameters } }) => ({
        name,
        description,
        parameters,
      })),
      contextUsage: {
        tokens,
        contextWindow,
        percent: contextWindow > 0 ? (100 * tokens) / contextWindow : 0,
      },
    };
  },
});
