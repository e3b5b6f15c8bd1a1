// The grammar of a Messages request as far as the provider rejects what breaks it: order, pairs, ids,
// empty content, markers and options that exclude each other.
import type { GrammarViolation } from "../../model/protocol.ts";
import type { JsonObject } from "../../model/request.ts";
import { GrammarReport } from "../../wire/grammar-report.ts";
import { type Fields, fieldsOf, listOf, textOf } from "../../wire/json-access.ts";
import { validateMessages } from "./validate-messages.ts";

const MAX_MARKERS = 4;
const MIN_BUDGET = 1024;
const TOOL_NAME = /^[\w-]{1,128}$/;

/** Everything the provider would reject, in the order of the body. */
export function validateBody(body: JsonObject): GrammarViolation[] {
  const report = new GrammarReport();
  report.expect(textOf(body["model"]) !== undefined, "model", "must be a model id");
  report.expect(Number(body["max_tokens"]) >= 1, "max_tokens", "must be at least 1");
  const names = validateTools(report, body);
  for (const [index, segment] of listOf(body["system"]).entries()) {
    const text = textOf(fieldsOf(segment)["text"]) ?? "";
    report.expect(/\S/.test(text), `system[${index}]`, "must not be empty");
  }
  validateMessages(report, body["messages"]);
  validateOptions(report, body, names);
  const markers = countMarkers(body);
  report.expect(
    markers <= MAX_MARKERS,
    "cache_control",
    `${markers} markers, at most 4 are allowed`,
  );
  return report.violations;
}

function validateTools(report: GrammarReport, body: JsonObject): Set<string> {
  const names = new Set<string>();
  for (const [index, value] of listOf(body["tools"]).entries()) {
    const at = `tools[${index}]`;
    const tool = fieldsOf(value);
    const name = textOf(tool["name"]) ?? "";
    report.expect(TOOL_NAME.test(name), `${at}.name`, `"${name}" is no valid tool name`);
    report.expect(!names.has(name), `${at}.name`, `"${name}" is there twice`);
    const { type } = fieldsOf(tool["input_schema"]);
    report.expect(type === "object", `${at}.input_schema`, "must describe an object");
    names.add(name);
  }
  return names;
}

function validateOptions(report: GrammarReport, body: JsonObject, names: Set<string>): void {
  const thinking = fieldsOf(body["thinking"]);
  const isThinking = thinking["type"] === "enabled" || thinking["type"] === "adaptive";
  const budget = thinking["budget_tokens"];
  if (thinking["type"] === "enabled") {
    const at = "thinking.budget_tokens";
    report.expect(Number(budget) >= MIN_BUDGET, at, `must be at least ${MIN_BUDGET}`);
    report.expect(Number(budget) < Number(body["max_tokens"]), at, "must be below max_tokens");
  }
  validateToolChoice(report, fieldsOf(body["tool_choice"]), isThinking, names);
  if (!isThinking) return;
  report.expect(body["temperature"] === undefined, "temperature", "cannot be set with thinking");
  report.expect(body["top_k"] === undefined, "top_k", "cannot be set with thinking");
}

function validateToolChoice(
  report: GrammarReport,
  choice: Fields,
  isThinking: boolean,
  names: Set<string>,
): void {
  const isForced = choice["type"] === "any" || choice["type"] === "tool";
  report.expect(!(isForced && isThinking), "tool_choice", "cannot force a tool with thinking");
  if (choice["type"] !== "tool") return;
  const name = textOf(choice["name"]) ?? "";
  report.expect(names.has(name), "tool_choice.name", `there is no tool "${name}"`);
}

function countMarkers(body: JsonObject): number {
  let count = markersIn(body["tools"]) + markersIn(body["system"]);
  for (const message of listOf(body["messages"])) count += markersIn(fieldsOf(message)["content"]);
  return count;
}

function markersIn(blocks: unknown): number {
  let count = 0;
  for (const block of listOf(blocks)) {
    if (fieldsOf(block)["cache_control"] !== undefined) count += 1;
  }
  return count;
}
