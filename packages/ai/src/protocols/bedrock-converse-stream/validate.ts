// The grammar of a ConverseStream request as far as Bedrock rejects what breaks it.
import type { GrammarViolation } from "../../model/protocol.ts";
import type { JsonObject } from "../../model/request.ts";
import { GrammarReport } from "../../wire/grammar-report.ts";
import { type Fields, fieldsOf, isFields, listOf, textOf } from "../../wire/json-access.ts";
import { validateMessages } from "./validate-messages.ts";

const MAX_POINTS = 4;
const TOOL_NAME = /^[\w-]{1,64}$/;

/** Everything that would be rejected, in the order of the body. */
export function validateBody(body: JsonObject): GrammarViolation[] {
  const report = new GrammarReport();
  const config = fieldsOf(body["toolConfig"]);
  const names = validateTools(report, config);
  validateSystem(report, listOf(body["system"]).map(fieldsOf));
  const messages = listOf(body["messages"]).map(fieldsOf);
  validateMessages(report, messages);
  const blocks = messages.flatMap((message) => listOf(message["content"]).map(fieldsOf));
  const hasCalls = blocks.some((block) => isFields(block["toolUse"]));
  report.expect(names.size > 0 || !hasCalls, "toolConfig", "must name tools where there are calls");
  const forced = fieldsOf(fieldsOf(config["toolChoice"])["tool"])["name"];
  if (forced !== undefined) {
    const isKnown = names.has(textOf(forced) ?? "");
    report.expect(isKnown, "toolConfig.toolChoice", `there is no tool ${JSON.stringify(forced)}`);
  }
  validateThinking(report, body);
  const points = [...listOf(config["tools"]), ...listOf(body["system"]), ...blocks].filter(
    (block) => fieldsOf(block)["cachePoint"] !== undefined,
  ).length;
  report.expect(points <= MAX_POINTS, "cachePoint", `${points} points, at most 4 are allowed`);
  return report.violations;
}

function validateTools(report: GrammarReport, config: Fields): Set<string> {
  const names = new Set<string>();
  for (const [index, value] of listOf(config["tools"]).entries()) {
    const at = `toolConfig.tools[${index}]`;
    const { toolSpec, cachePoint } = fieldsOf(value);
    if (cachePoint !== undefined) {
      report.expect(index > 0, at, "a cache point needs something before it");
      continue;
    }
    const { name = "", inputSchema } = fieldsOf(toolSpec);
    const text = textOf(name) ?? "";
    report.expect(TOOL_NAME.test(text), at, `"${text}" is no valid tool name`);
    report.expect(!names.has(text), at, `"${text}" is there twice`);
    const schema = fieldsOf(fieldsOf(inputSchema)["json"]);
    report.expect(schema["type"] === "object", at, "its schema must describe an object");
    names.add(text);
  }
  return names;
}

function validateSystem(report: GrammarReport, blocks: readonly Fields[]): void {
  for (const [index, block] of blocks.entries()) {
    const isFine = block["cachePoint"] !== undefined || /\S/.test(textOf(block["text"]) ?? "");
    report.expect(isFine, `system[${index}]`, "must not be empty");
  }
}

function validateThinking(report: GrammarReport, body: JsonObject): void {
  const extra = fieldsOf(body["additionalModelRequestFields"]);
  const { type, budget_tokens: budget } = fieldsOf(extra["thinking"]);
  if (type === undefined || type === "disabled") return;
  const { maxTokens, temperature } = fieldsOf(body["inferenceConfig"]);
  report.expect(temperature === undefined, "inferenceConfig", "no temperature with thinking");
  if (type !== "enabled") return;
  const isFine = Number(budget) >= 1024 && Number(budget) < Number(maxTokens);
  report.expect(isFine, "thinking", "the budget must be from 1024 to below maxTokens");
}
