// What the person said in a session, as plain texts. Pure.
import type { Session } from "../session/session.ts";

/** The texts that the person has said. */
export function personsWords(messages: Session["messages"]): string[] {
  return messages.flatMap((message) => {
    if (message.role !== "user") return [];
    const { content } = message;
    if (typeof content === "string") return [content];
    return content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  });
}
