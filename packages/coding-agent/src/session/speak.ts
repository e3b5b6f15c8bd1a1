// The ways in which somebody says something to a session. What is accepted is in the log before anything is
// done about it.
import type { UserMessage } from "@oh-my-pi/pi-ai/message";
import type { CustomMessage } from "./log/entry.ts";
import { SessionBusyError } from "./session-busy-error.ts";
import type { SessionInside } from "./session-inside.ts";
import type { InboxKind } from "./state/inbox.ts";

/** A prompt under way. */
export interface Spoken {
  /** Resolves when it survives a power cut. */
  readonly accepted: Promise<void>;
  /** Resolves when everything that it set in motion has ended. */
  readonly ended: Promise<void>;
}

/** Says something and starts a run. Throws SessionBusyError while one goes on. */
export function startPrompt(inside: SessionInside, content: UserMessage["content"]): Spoken {
  return startWith(inside, userMessage(inside, content));
}

/** The same with a message that is there already. */
export function startWith(
  { conversation, runner }: SessionInside,
  message: UserMessage | CustomMessage,
): Spoken {
  if (runner.isRunning) throw new SessionBusyError();
  conversation.write(message);
  const accepted = conversation.log.sync();
  return { accepted, ended: runner.run(message, accepted) };
}

/** Leaves something to be said by the run that goes on, or by the next one. */
export async function leaveMessage(
  inside: SessionInside,
  kind: InboxKind,
  content: UserMessage["content"],
): Promise<void> {
  inside.conversation.accept(kind, userMessage(inside, content));
  await inside.conversation.log.sync();
}

function userMessage({ clock }: SessionInside, content: UserMessage["content"]): UserMessage {
  const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
  return { role: "user", content: blocks, attribution: "user", timestamp: clock.now() };
}
