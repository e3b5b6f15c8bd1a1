// The grammar of the conversation itself: item by item, and what must follow what.
import type { GrammarReport } from "../../wire/grammar-report.ts";
import { type Fields, fieldsOf, listOf, textOf } from "../../wire/json-access.ts";

const ROLES: ReadonlySet<unknown> = new Set(["system", "developer", "user", "assistant"]);
/** What the provider made of an earlier part; the second is what the ChatGPT backend calls it. */
const COMPACTED: ReadonlySet<string> = new Set(["compaction", "compaction_summary"]);
const ID = /^[\w-]{1,64}$/;
/** What an item's id must begin with. */
const PREFIXES: Readonly<Record<string, string>> = {
  message: "msg",
  reasoning: "rs",
  function_call: "fc",
};

export function validateInput(report: GrammarReport, items: readonly Fields[]): void {
  const pairs = new CallPairs(report);
  let isAsked = false;
  let thought: string | undefined;
  for (const [index, item] of items.entries()) {
    const at = `input[${index}]`;
    const type = textOf(item["type"]) ?? "message";
    const leads = type === "function_call" || (type === "message" && item["role"] === "assistant");
    if (thought !== undefined && type !== "reasoning") {
      report.expect(leads, thought, "reasoning must be followed by what it led to");
    }
    thought = type === "reasoning" ? at : undefined;
    isAsked ||= item["role"] === "user" || type === "function_call_output";
    validateId(report, at, type, item);
    if (type === "message") validateMessage(report, at, item, pairs);
    else if (type === "function_call") pairs.open(at, item);
    else if (type === "function_call_output") pairs.answer(at, item);
    else if (type === "reasoning" || COMPACTED.has(type)) {
      report.expect(hasText(item["encrypted_content"]), at, `${type} needs its encrypted content`);
    } else report.expect(false, at, `has the unknown type "${type}"`);
  }
  report.expect(isAsked, "input", "must hold a user message");
  if (thought !== undefined) report.expect(false, thought, "reasoning must not come last");
  pairs.settle(`input[${items.length - 1}]`);
}

/** Which calls wait for their output. */
class CallPairs {
  readonly #report: GrammarReport;
  readonly #used = new Set<string>();
  readonly #open = new Set<string>();

  constructor(report: GrammarReport) {
    this.#report = report;
  }

  open(at: string, call: Fields): void {
    const id = textOf(call["call_id"]) ?? "";
    this.#report.expect(ID.test(id), at, `"${id}" is no valid call id`);
    this.#report.expect(!this.#used.has(id), at, `call id "${id}" was used before`);
    this.#used.add(id);
    this.#open.add(id);
    this.#report.expect(hasText(call["name"]), at, "a call needs a tool name");
    const args = textOf(call["arguments"]) ?? "";
    const isObject = args.startsWith("{") && args.endsWith("}");
    this.#report.expect(isObject, at, "arguments must be a JSON object as text");
  }

  answer(at: string, item: Fields): void {
    const id = textOf(item["call_id"]) ?? "";
    this.#report.expect(this.#open.delete(id), at, `answers no open call: "${id}"`);
    validateContent(this.#report, `${at}.output`, item["output"]);
  }

  settle(at: string): void {
    const ids = [...this.#open].join(", ");
    this.#report.expect(this.#open.size === 0, at, `calls without a result: ${ids}`);
    this.#open.clear();
  }
}

function validateMessage(report: GrammarReport, at: string, item: Fields, pairs: CallPairs): void {
  const { role, content } = item;
  report.expect(ROLES.has(role), at, `has the unknown role ${JSON.stringify(role)}`);
  // The assistant may speak between the calls of one turn, nobody else.
  if (role !== "assistant") pairs.settle(at);
  validateContent(report, `${at}.content`, content);
}

function validateId(report: GrammarReport, at: string, type: string, item: Fields): void {
  const id = item["id"];
  const prefix = PREFIXES[type];
  if (id === undefined || prefix === undefined) return;
  const isFine = typeof id === "string" && ID.test(id) && id.startsWith(prefix);
  report.expect(isFine, at, `${JSON.stringify(id)} is no id of a ${type}`);
}

function validateContent(report: GrammarReport, at: string, content: unknown): void {
  if (!Array.isArray(content)) {
    report.expect(hasText(content), at, "must not be empty");
    return;
  }
  report.expect(content.length > 0, at, "must not be empty");
  for (const [place, value] of listOf(content).entries()) {
    const part = fieldsOf(value);
    const where = `${at}[${place}]`;
    if (part["type"] === "input_image") {
      const url = textOf(part["image_url"]) ?? "";
      const isFine = /^https?:|^data:image\/[\w.+-]+;base64,./.test(url);
      report.expect(isFine, where, "must be an image with data");
    } else report.expect(hasText(part["text"]), where, "text must not be blank");
  }
}

function hasText(value: unknown): boolean {
  return /\S/.test(textOf(value) ?? "");
}
