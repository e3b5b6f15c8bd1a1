// The grammar of a generateContent request as far as the provider rejects what breaks it.
import type { GrammarViolation } from "../../model/protocol.ts";
import type { JsonObject } from "../../model/request.ts";
import { GrammarReport } from "../../wire/grammar-report.ts";
import { countOf, type Fields, fieldsOf, listOf, textOf } from "../../wire/json-access.ts";
import { validateContents } from "./validate-contents.ts";

const TOOL_NAME = /^[A-Za-z_][\w.:-]{0,127}$/;

/** Everything the provider would reject, in the order of the body. */
export function validateBody(body: JsonObject, prefix = ""): GrammarViolation[] {
  const report = new GrammarReport();
  const system = listOf(fieldsOf(body["systemInstruction"])["parts"]);
  for (const [index, part] of system.entries()) {
    const text = textOf(fieldsOf(part)["text"]) ?? "";
    report.expect(
      /\S/.test(text),
      `${prefix}systemInstruction.parts[${index}]`,
      "must not be empty",
    );
  }
  const names = validateTools(report, body, prefix);
  validateToolConfig(report, body, prefix, names);
  validateContents(report, body["contents"], `${prefix}contents`);
  validateGeneration(report, fieldsOf(body["generationConfig"]), `${prefix}generationConfig`);
  return report.violations;
}

function validateTools(report: GrammarReport, body: JsonObject, prefix: string): Set<string> {
  const names = new Set<string>();
  for (const [group, tool] of listOf(body["tools"]).entries()) {
    for (const [index, value] of listOf(fieldsOf(tool)["functionDeclarations"]).entries()) {
      const at = `${prefix}tools[${group}].functionDeclarations[${index}]`;
      validateDeclaration(report, fieldsOf(value), at, names);
    }
  }
  return names;
}

function validateDeclaration(
  report: GrammarReport,
  declaration: Fields,
  at: string,
  names: Set<string>,
): void {
  const name = textOf(declaration["name"]) ?? "";
  report.expect(TOOL_NAME.test(name), `${at}.name`, `"${name}" is no valid function name`);
  report.expect(!names.has(name), `${at}.name`, `"${name}" is there twice`);
  names.add(name);
  const { parameters, parametersJsonSchema } = declaration;
  const isOnce = parameters === undefined || parametersJsonSchema === undefined;
  report.expect(isOnce, at, "describes its parameters twice");
  const schema = parameters ?? parametersJsonSchema;
  if (schema === undefined) return;
  const { type } = fieldsOf(schema);
  report.expect(type === "object", `${at}.parameters`, "must describe an object");
}

function validateToolConfig(
  report: GrammarReport,
  body: JsonObject,
  prefix: string,
  names: ReadonlySet<string>,
): void {
  const config = fieldsOf(fieldsOf(body["toolConfig"])["functionCallingConfig"]);
  const at = `${prefix}toolConfig.functionCallingConfig`;
  if (config["mode"] === "ANY")
    report.expect(names.size > 0, at, "forces a call without functions");
  const allowed = listOf(config["allowedFunctionNames"]).map((name) => textOf(name) ?? "");
  report.expect(allowed.length === 0 || config["mode"] === "ANY", at, "names functions to no end");
  for (const name of allowed) report.expect(names.has(name), at, `there is no function "${name}"`);
}

function validateGeneration(report: GrammarReport, config: Fields, at: string): void {
  const limit = config["maxOutputTokens"];
  if (limit !== undefined) {
    report.expect(Number(limit) >= 1, `${at}.maxOutputTokens`, "must be at least 1");
  }
  const thinking = fieldsOf(config["thinkingConfig"]);
  const isOnce =
    thinking["thinkingBudget"] === undefined || thinking["thinkingLevel"] === undefined;
  report.expect(isOnce, `${at}.thinkingConfig`, "has both a budget and a level");
  const budget = countOf(thinking["thinkingBudget"]) ?? 0;
  report.expect(budget >= -1, `${at}.thinkingConfig.thinkingBudget`, "must not be negative");
}
