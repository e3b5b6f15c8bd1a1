// The grammar of a Responses request as far as deployments reject what breaks it: pairs of calls and
// outputs, reasoning that leads to something, ids, names, empty content.
import type { GrammarViolation } from "../../model/protocol.ts";
import type { JsonObject } from "../../model/request.ts";
import { GrammarReport } from "../../wire/grammar-report.ts";
import { fieldsOf, listOf, textOf } from "../../wire/json-access.ts";
import { validateInput } from "./validate-input.ts";

const TOOL_NAME = /^[\w-]{1,64}$/;
const MIN_OUTPUT_TOKENS = 16;

/** Everything that would be rejected, in the order of the body. */
export function validateBody(body: JsonObject): GrammarViolation[] {
  const report = new GrammarReport();
  report.expect(textOf(body["model"]) !== undefined, "model", "must be a model id");
  const names = validateTools(report, body);
  if (body["instructions"] !== undefined) {
    const text = textOf(body["instructions"]) ?? "";
    report.expect(/\S/.test(text), "instructions", "must not be empty");
  }
  validateInput(report, listOf(body["input"]).map(fieldsOf));
  const forced = textOf(fieldsOf(body["tool_choice"])["name"]);
  if (forced !== undefined) {
    report.expect(names.has(forced), "tool_choice", `there is no tool "${forced}"`);
  }
  const limit = body["max_output_tokens"];
  const isFine = limit === undefined || Number(limit) >= MIN_OUTPUT_TOKENS;
  report.expect(isFine, "max_output_tokens", `must be at least ${MIN_OUTPUT_TOKENS}`);
  return report.violations;
}

function validateTools(report: GrammarReport, body: JsonObject): Set<string> {
  const names = new Set<string>();
  for (const [index, value] of listOf(body["tools"]).entries()) {
    const at = `tools[${index}]`;
    const tool = fieldsOf(value);
    // Tools of the provider's own have a type and no name.
    if (tool["type"] !== "function") continue;
    const name = textOf(tool["name"]) ?? "";
    report.expect(TOOL_NAME.test(name), at, `"${name}" is no valid tool name`);
    report.expect(!names.has(name), at, `"${name}" is there twice`);
    names.add(name);
  }
  return names;
}
