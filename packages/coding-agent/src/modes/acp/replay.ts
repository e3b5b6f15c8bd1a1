// A conversation that is loaded again, told from its beginning as the editor would have heard it. All of it: what was
// summed up for the model is still the person's.
import type { ContentBlock, SessionUpdate } from "@agentclientprotocol/sdk";
import type { ImageContent, TextContent } from "@oh-my-pi/pi-ai/message";
import type { SessionMessage } from "../../session/log/entry.ts";
import type { Session } from "../../session/session.ts";
import { planEntries } from "./plan.ts";
import { Updates } from "./updates.ts";

/** Every update that shows the session as it is. */
export function* replay(session: Session): Generator<SessionUpdate> {
  const updates = new Updates(() => session);
  for (const ref of session.log.path()) {
    const entry = ref.type === "message" ? session.log.read(ref) : undefined;
    if (entry?.type === "message") yield* messageUpdates(entry.message, entry.id, updates);
  }
  // Calls that were cut off by a crash.
  yield* updates.of({ type: "agent_end", messages: [] });
  const { todos } = session.decided;
  if (todos.length > 0) yield { sessionUpdate: "plan", entries: planEntries(todos) };
  const { title } = session.log.header;
  if (title !== undefined) yield { sessionUpdate: "session_info_update", title };
}

function* messageUpdates(
  message: SessionMessage,
  messageId: string,
  updates: Updates,
): Generator<SessionUpdate> {
  switch (message.role) {
    case "user":
      for (const content of blocksOf(message.content))
        yield { sessionUpdate: "user_message_chunk", messageId, content };
      break;
    case "assistant":
      for (const block of message.content) {
        if (block.type === "toolCall") yield* updates.madeEarlier(block, () => null);
        else if (block.type === "text" && block.text !== "")
          yield { sessionUpdate: "agent_message_chunk", messageId, content: text(block.text) };
        else if (block.type === "thinking" && block.thinking !== "")
          yield { sessionUpdate: "agent_thought_chunk", messageId, content: text(block.thinking) };
      }
      break;
    case "toolResult": {
      const { toolCallId, content, details, isError } = message;
      yield* updates.endedEarlier(toolCallId, { content, details: details ?? {} }, isError);
      break;
    }
    case "bashExecution":
      yield {
        sessionUpdate: "tool_call",
        toolCallId: messageId,
        title: `! ${message.command}`,
        kind: "execute",
        status: message.cancelled || message.exitCode !== 0 ? "failed" : "completed",
        content: [{ type: "content", content: text(message.output) }],
      };
      break;
    case "custom":
      if (message.display)
        for (const content of blocksOf(message.content))
          yield { sessionUpdate: "agent_message_chunk", messageId, content };
      break;
  }
}

function blocksOf(content: string | readonly (TextContent | ImageContent)[]): ContentBlock[] {
  if (typeof content === "string") return [text(content)];
  return content.map((block) =>
    block.type === "text"
      ? text(block.text)
      : { type: "image", data: block.data, mimeType: block.mimeType },
  );
}

function text(words: string): ContentBlock {
  return { type: "text", text: words };
}
