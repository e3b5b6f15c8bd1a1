// The grammar of the conversation itself: turns, calls and their responses, content of parts.
import type { GrammarReport } from "../../wire/grammar-report.ts";
import { type Fields, fieldsOf, isFields, listOf, textOf } from "../../wire/json-access.ts";

const KINDS = ["text", "inlineData", "functionCall", "functionResponse"];
const BASE64 = /^[\w+/-]+={0,2}$/;

interface Call {
  readonly name: string;
  readonly id: string | undefined;
}

export function validateContents(report: GrammarReport, value: unknown, path: string): void {
  const contents = listOf(value);
  report.expect(contents.length > 0, path, "must not be empty");
  let open: readonly Call[] = [];
  let previous: unknown = "model";
  for (const [index, entry] of contents.entries()) {
    const at = `${path}[${index}]`;
    const { role, ...content } = fieldsOf(entry);
    const parts = listOf(content["parts"]).map(fieldsOf);
    report.expect(role === "user" || role === "model", at, `has the role ${JSON.stringify(role)}`);
    report.expect(role !== previous, at, `two ${String(role)} turns in a row`);
    report.expect(parts.length > 0, `${at}.parts`, "must not be empty");
    for (const [place, part] of parts.entries()) {
      validatePart(report, `${at}.parts[${place}]`, part, role);
    }
    if (role === "user") {
      answerCalls(report, at, parts, open);
      open = [];
    } else open = callsOf(parts);
    previous = role;
  }
  const at = `${path}[${contents.length - 1}]`;
  report.expect(contents.length === 0 || previous === "user", at, "the last turn must be a user's");
}

function validatePart(report: GrammarReport, at: string, part: Fields, role: unknown): void {
  const kinds = KINDS.filter((kind) => part[kind] !== undefined);
  const [kind] = kinds;
  if (!report.expect(kinds.length === 1, at, `holds ${kinds.join(" and ") || "nothing"}`)) return;
  if (kind === "text") {
    const isSigned = part["thoughtSignature"] !== undefined;
    report.expect(isSigned || part["text"] !== "", at, "text must not be empty");
  } else if (kind === "inlineData") validateMedia(report, at, fieldsOf(part["inlineData"]));
  else validateFunction(report, at, part, role);
  if (part["thought"] === true) report.expect(role === "model", at, "only a model has thoughts");
  const signature = part["thoughtSignature"];
  if (signature === undefined) return;
  report.expect(BASE64.test(textOf(signature) ?? ""), at, "the thought signature is no base64");
}

function validateMedia(report: GrammarReport, at: string, media: Fields): void {
  const type = textOf(media["mimeType"]) ?? "";
  report.expect(/^[\w.+-]+\/[\w.+-]+$/.test(type), at, `"${type}" is no media type`);
  report.expect((textOf(media["data"]) ?? "") !== "", at, "media must not be empty");
}

function validateFunction(report: GrammarReport, at: string, part: Fields, role: unknown): void {
  const isCall = part["functionCall"] !== undefined;
  const call = fieldsOf(isCall ? part["functionCall"] : part["functionResponse"]);
  const owner = isCall ? "model" : "user";
  report.expect(
    role === owner,
    at,
    `a function ${isCall ? "call" : "response"} of a ${String(role)}`,
  );
  report.expect((textOf(call["name"]) ?? "") !== "", at, "a function needs a name");
  const content = isCall ? call["args"] : call["response"];
  const name = isCall ? "args" : "response";
  report.expect(isFields(content), at, `${name} must be an object`);
  for (const [place, media] of listOf(call["parts"]).entries()) {
    validateMedia(report, `${at}.parts[${place}]`, fieldsOf(fieldsOf(media)["inlineData"]));
  }
}

function callsOf(parts: readonly Fields[]): Call[] {
  return parts.flatMap((part) => {
    if (part["functionCall"] === undefined) return [];
    const call = fieldsOf(part["functionCall"]);
    return [{ name: textOf(call["name"]) ?? "", id: textOf(call["id"]) }];
  });
}

/** As many responses as calls, in their order, before anything else. */
function answerCalls(
  report: GrammarReport,
  at: string,
  parts: readonly Fields[],
  open: readonly Call[],
): void {
  const places = parts.flatMap((part, place) => (part["functionResponse"] ? [place] : []));
  const isFirst = places.every((place, index) => place === index);
  report.expect(isFirst, at, "function responses must come before other parts");
  report.expect(
    places.length === open.length,
    at,
    `${places.length} function responses to ${open.length} calls`,
  );
  for (const [index, place] of places.entries()) {
    const call = open[index];
    if (call === undefined) continue;
    const response = fieldsOf((parts[place] as Fields)["functionResponse"]);
    const where = `${at}.parts[${place}]`;
    report.expect(response["name"] === call.name, where, `answers no call of its place`);
    report.expect(response["id"] === call.id, where, `has another id than its call`);
  }
}
