// The grammar of the conversation itself: alternation, pairs of calls and results, content of blocks.
import type { GrammarReport } from "../../wire/grammar-report.ts";
import { type Fields, fieldsOf, isFields, listOf, textOf } from "../../wire/json-access.ts";

const TOOL_ID = /^[\w-]{1,64}$/;
const FORMATS: ReadonlySet<unknown> = new Set(["png", "jpeg", "gif", "webp"]);

export function validateMessages(report: GrammarReport, messages: readonly Fields[]): void {
  report.expect(messages.length > 0, "messages", "must not be empty");
  const used = new Set<string>();
  let open = new Set<string>();
  let previous: unknown = "assistant";
  for (const [index, message] of messages.entries()) {
    const at = `messages[${index}]`;
    const { role } = message;
    report.expect(role !== previous, at, `two ${String(role)} messages in a row`);
    previous = role;
    const blocks = listOf(message["content"]).map(fieldsOf);
    report.expect(blocks.length > 0, `${at}.content`, "must not be empty");
    for (const [place, block] of blocks.entries()) {
      validateBlock(report, `${at}.content[${place}]`, block, place);
    }
    if (role === "assistant") open = readCalls(report, at, blocks, used);
    else answerCalls(report, at, blocks, open);
  }
  const ids = [...open].join(", ");
  report.expect(open.size === 0, "messages", `calls without a result: ${ids}`);
}

function validateBlock(report: GrammarReport, at: string, block: Fields, place: number): void {
  const { text, image, toolUse, toolResult, reasoningContent, cachePoint } = block;
  if (text !== undefined)
    report.expect(/\S/.test(textOf(text) ?? ""), at, "text must not be blank");
  else if (isFields(image)) {
    const { format, source } = image;
    report.expect(FORMATS.has(format), at, `${String(format)} is no image format that is accepted`);
    const bytes = textOf(fieldsOf(source)["bytes"]) ?? "";
    report.expect(bytes !== "", at, "image data must not be empty");
  } else if (isFields(toolUse)) {
    report.expect(isFields(toolUse["input"]), at, "input must be an object");
    report.expect((textOf(toolUse["name"]) ?? "") !== "", at, "a call needs a tool name");
  } else if (isFields(toolResult)) {
    const parts = listOf(toolResult["content"]);
    report.expect(parts.length > 0, at, "a result must not be empty");
    for (const part of parts) validateBlock(report, at, fieldsOf(part), 0);
  } else if (isFields(reasoningContent)) validateReasoning(report, at, reasoningContent);
  else if (cachePoint === undefined) report.expect(false, at, "is no content block");
  else report.expect(place > 0, at, "a cache point needs something before it");
}

function validateReasoning(report: GrammarReport, at: string, reasoning: Fields): void {
  const { redactedContent, reasoningText } = reasoning;
  const proof = redactedContent ?? fieldsOf(reasoningText)["signature"];
  report.expect((textOf(proof) ?? "") !== "", at, "thinking must be signed");
}

function readCalls(
  report: GrammarReport,
  at: string,
  blocks: readonly Fields[],
  used: Set<string>,
): Set<string> {
  const open = new Set<string>();
  for (const block of blocks) {
    if (!isFields(block["toolUse"])) continue;
    const id = textOf(block["toolUse"]["toolUseId"]) ?? "";
    report.expect(TOOL_ID.test(id), at, `"${id}" is no valid call id`);
    report.expect(!used.has(id), at, `call id "${id}" was used before`);
    used.add(id);
    open.add(id);
  }
  const endsInThought = blocks.at(-1)?.["reasoningContent"] !== undefined;
  report.expect(!endsInThought, at, "an assistant message must not end with thinking");
  return open;
}

/** All calls are answered in the one message that follows; `open` is empty afterwards. */
function answerCalls(
  report: GrammarReport,
  at: string,
  blocks: readonly Fields[],
  open: Set<string>,
): void {
  for (const block of blocks) {
    if (!isFields(block["toolResult"])) continue;
    const id = textOf(block["toolResult"]["toolUseId"]) ?? "";
    report.expect(open.delete(id), at, `answers no open call: "${id}"`);
  }
  report.expect(open.size === 0, at, `calls without a result: ${[...open].join(", ")}`);
  open.clear();
}
