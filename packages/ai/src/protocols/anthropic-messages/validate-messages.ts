// The grammar of the conversation itself: alternation, pairs of calls and results, content of blocks.
import type { GrammarReport, Lazily } from "../../wire/grammar-report.ts";
import { type Fields, fieldsOf, listOf, textOf } from "../../wire/json-access.ts";

const TOOL_ID = /^[\w-]{1,64}$/;
const IMAGE_TYPES: ReadonlySet<unknown> = new Set([
  "image/jpeg",
  "image/png",
  "image/gif",
  "image/webp",
]);

/** Calls of the assistant message before, by id. */
type OpenCalls = Set<string>;

export function validateMessages(report: GrammarReport, value: unknown): void {
  const messages = listOf(value);
  report.expect(messages.length > 0, "messages", "must not be empty");
  const usedIds = new Set<string>();
  let open: OpenCalls = new Set();
  let previous: unknown = "assistant";
  for (const [index, entry] of messages.entries()) {
    const at = `messages[${index}]`;
    const message = fieldsOf(entry);
    const { role } = message;
    report.expect(role !== previous, at, () => `two ${String(role)} messages in a row`);
    const blocks = listOf(message["content"]).map(fieldsOf);
    report.expect(blocks.length > 0, () => `${at}.content`, "must not be empty");
    for (const [place, block] of blocks.entries()) {
      validateBlock(report, () => `${at}.content[${place}]`, block);
    }
    if (role === "assistant") open = readCalls(report, at, blocks, usedIds);
    else {
      report.expect(role === "user", at, () => `has the unknown role ${JSON.stringify(role)}`);
      answerCalls(report, at, blocks, open);
      open = new Set();
    }
    previous = role;
  }
  validateLast(report, messages, open);
}

function validateBlock(report: GrammarReport, at: () => string, block: Fields): void {
  switch (block["type"]) {
    case "text":
      report.expect(/\S/.test(textOf(block["text"]) ?? ""), at, "text must not be blank");
      break;
    case "image": {
      const source = fieldsOf(block["source"]);
      const type = source["media_type"];
      const problem = () => `${String(type)} is no image type that is accepted`;
      report.expect(IMAGE_TYPES.has(type), at, problem);
      report.expect((textOf(source["data"]) ?? "") !== "", at, "image data must not be empty");
      break;
    }
    case "thinking":
      report.expect((textOf(block["signature"]) ?? "") !== "", at, "thinking must be signed");
      break;
    case "redacted_thinking":
      report.expect((textOf(block["data"]) ?? "") !== "", at, "redacted thinking needs its data");
      break;
    case "tool_use":
      report.expect(block["input"] === fieldsOf(block["input"]), at, "input must be an object");
      report.expect((textOf(block["name"]) ?? "") !== "", at, "a call needs a tool name");
      break;
    case "tool_result":
      for (const [place, part] of listOf(block["content"]).entries()) {
        validateBlock(report, () => `${at()}.content[${place}]`, fieldsOf(part));
      }
      break;
    default:
      report.expect(false, at, () => `has the unknown type ${JSON.stringify(block["type"])}`);
  }
}

function readCalls(
  report: GrammarReport,
  at: string,
  blocks: readonly Fields[],
  usedIds: Set<string>,
): OpenCalls {
  const open: OpenCalls = new Set();
  for (const [place, block] of blocks.entries()) {
    if (block["type"] !== "tool_use") continue;
    const where: Lazily = () => `${at}.content[${place}]`;
    const id = textOf(block["id"]) ?? "";
    report.expect(TOOL_ID.test(id), where, () => `"${id}" is no valid call id`);
    report.expect(!usedIds.has(id), where, () => `call id "${id}" was used before`);
    usedIds.add(id);
    open.add(id);
  }
  const last = blocks.at(-1)?.["type"];
  const endsInThought = last === "thinking" || last === "redacted_thinking";
  report.expect(!endsInThought, at, "an assistant message must not end with thinking");
  return open;
}

function answerCalls(
  report: GrammarReport,
  at: string,
  blocks: readonly Fields[],
  open: OpenCalls,
): void {
  if (open.size === 0 && !blocks.some((block) => block["type"] === "tool_result")) return;
  const missing = new Set(open);
  let isAfterOthers = false;
  for (const [place, block] of blocks.entries()) {
    if (block["type"] !== "tool_result") {
      isAfterOthers = true;
      continue;
    }
    const where: Lazily = () => `${at}.content[${place}]`;
    const id = textOf(block["tool_use_id"]) ?? "";
    report.expect(missing.delete(id), where, () => `answers no open call: "${id}"`);
    report.expect(!isAfterOthers, where, "results must come before other content");
  }
  report.expect(missing.size === 0, at, () => `calls without a result: ${[...missing].join(", ")}`);
}

function validateLast(report: GrammarReport, messages: readonly unknown[], open: OpenCalls): void {
  const at = `messages[${messages.length - 1}]`;
  report.expect(open.size === 0, at, `calls without a result: ${[...open].join(", ")}`);
  const last = fieldsOf(messages.at(-1));
  const text = textOf(fieldsOf(listOf(last["content"]).at(-1))["text"]);
  const isFine = last["role"] !== "assistant" || text === undefined || !/\s$/.test(text);
  report.expect(isFine, at, "a last assistant message must not end in white space");
}
