// What was said in an entry: the words of people, models and summaries, without the output of tools. Takes
// a line as it was parsed, of any version, and trusts nothing in it.

type Fields = Readonly<Record<string, unknown>>;

/** The text of an entry; empty for one that says nothing. */
export function entryText(entry: Fields | undefined): string {
  switch (entry?.["type"]) {
    case "message":
      return messageText(entry["message"] as Fields | undefined);
    case "custom_message":
      return contentText(entry["content"]);
    case "compaction":
    case "branch_summary":
      return contentText(entry["summary"]);
    case "label":
      return contentText(entry["label"]);
    default:
      return "";
  }
}

function messageText(message: Fields | undefined): string {
  if (message?.["role"] === "bashExecution") return contentText(message["command"]);
  return message?.["role"] === "toolResult" ? "" : contentText(message?.["content"]);
}

function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((block: Fields | null) => (block?.["type"] === "text" ? contentText(block["text"]) : ""))
    .filter(Boolean)
    .join("\n");
}
