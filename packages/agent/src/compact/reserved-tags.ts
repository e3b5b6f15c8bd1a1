// The tags that give a summary and its request their structure. Text that is not ours must not hold them.

const NAMES =
  "conversation|previous-summary|additional-context|summary|standing-instructions|todo-list|read-files|modified-files";
const TAG = new RegExp(`</?\\s*(?:${NAMES})\\b[^<>]*>`, "gi");
const TAG_START = new RegExp(`<(?=/?\\s*(?:${NAMES})\\b)`, "gi");

/** Makes our tags in foreign text readable but powerless. */
export function neutralizeTags(text: string): string {
  return text.replace(TAG_START, "&lt;");
}

/** Takes our tags out of foreign text and leaves what stood between them. */
export function stripTags(text: string): string {
  return neutralizeTags(text.replace(TAG, ""));
}

/** A stored summary without the part that is written anew each time; the rest holds no tags of ours. */
export function narrativeOf(summary: string): string {
  const at = summary.search(/<(?:standing-instructions|todo-list|read-files|modified-files)>\n/);
  return at === -1 ? summary : summary.slice(0, at).trimEnd();
}
