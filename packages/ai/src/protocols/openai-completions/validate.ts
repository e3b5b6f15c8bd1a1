// The grammar of a Chat Completions request as far as deployments reject what breaks it: pairs of calls
// and results, ids, names, empty content.
import type { GrammarViolation } from "../../model/protocol.ts";
import type { JsonObject } from "../../model/request.ts";
import { GrammarReport } from "../../wire/grammar-report.ts";
import { type Fields, fieldsOf, listOf, textOf } from "../../wire/json-access.ts";

const ROLES: ReadonlySet<unknown> = new Set(["system", "developer", "user", "assistant", "tool"]);
const TOOL_NAME = /^[\w-]{1,64}$/;

/** Everything that would be rejected, in the order of the body. */
export function validateBody(body: JsonObject): GrammarViolation[] {
  const report = new GrammarReport();
  report.expect(textOf(body["model"]) !== undefined, "model", "must be a model id");
  const names = validateTools(report, body);
  validateMessages(report, listOf(body["messages"]).map(fieldsOf));
  const forced = textOf(fieldsOf(fieldsOf(body["tool_choice"])["function"])["name"]);
  if (forced !== undefined) {
    report.expect(names.has(forced), "tool_choice", `there is no tool "${forced}"`);
  }
  return report.violations;
}

function validateTools(report: GrammarReport, body: JsonObject): Set<string> {
  const names = new Set<string>();
  for (const [index, tool] of listOf(body["tools"]).entries()) {
    const at = `tools[${index}]`;
    const name = textOf(fieldsOf(fieldsOf(tool)["function"])["name"]) ?? "";
    report.expect(TOOL_NAME.test(name), at, `"${name}" is no valid tool name`);
    report.expect(!names.has(name), at, `"${name}" is there twice`);
    names.add(name);
  }
  return names;
}

function validateMessages(report: GrammarReport, messages: readonly Fields[]): void {
  const isAsked = messages.some(({ role }) => role === "user" || role === "tool");
  report.expect(isAsked, "messages", "must hold a user message");
  let open = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const at = `messages[${index}]`;
    const { role } = message;
    report.expect(ROLES.has(role), at, () => `has the unknown role ${JSON.stringify(role)}`);
    if (role === "tool") {
      const id = textOf(message["tool_call_id"]) ?? "";
      report.expect(open.delete(id), at, () => `answers no open call: "${id}"`);
    } else {
      report.expect(open.size === 0, at, () => `calls without a result: ${[...open].join(", ")}`);
      open = readCalls(report, at, message);
    }
    validateContent(report, at, message);
  }
  const at = `messages[${messages.length - 1}]`;
  report.expect(open.size === 0, at, () => `calls without a result: ${[...open].join(", ")}`);
}

function readCalls(report: GrammarReport, at: string, message: Fields): Set<string> {
  const open = new Set<string>();
  for (const [place, value] of listOf(message["tool_calls"]).entries()) {
    const where = () => `${at}.tool_calls[${place}]`;
    const call = fieldsOf(value);
    const id = textOf(call["id"]) ?? "";
    report.expect(id !== "" && id.length <= 64, where, () => `"${id}" is no valid call id`);
    report.expect(!open.has(id), where, () => `call id "${id}" is there twice`);
    open.add(id);
    const { name, arguments: args } = fieldsOf(call["function"]);
    report.expect((textOf(name) ?? "") !== "", where, "a call needs a tool name");
    report.expect(isObjectText(textOf(args)), where, "arguments must be a JSON object as text");
  }
  return open;
}

function validateContent(report: GrammarReport, at: string, message: Fields): void {
  const { role, content } = message;
  if (Array.isArray(content)) {
    report.expect(content.length > 0, `${at}.content`, "must not be empty");
    return;
  }
  const mayBeEmpty = role === "assistant" && listOf(message["tool_calls"]).length > 0;
  const isFine = mayBeEmpty || /\S/.test(textOf(content) ?? "");
  report.expect(isFine, () => `${at}.content`, "must not be empty");
}

function isObjectText(text: string | undefined): boolean {
  return text !== undefined && text.startsWith("{") && text.endsWith("}");
}
