// The grammar of an Ollama chat request. The server is lenient; what is checked is what its templates
// stumble over: calls and results that do not pair, messages that say nothing.
import type { GrammarViolation } from "../../model/protocol.ts";
import type { JsonObject } from "../../model/request.ts";
import { GrammarReport } from "../../wire/grammar-report.ts";
import { type Fields, fieldsOf, listOf, textOf } from "../../wire/json-access.ts";

const ROLES: ReadonlySet<unknown> = new Set(["system", "user", "assistant", "tool"]);

/** Everything that would go wrong, in the order of the body. */
export function validateBody(body: JsonObject): GrammarViolation[] {
  const report = new GrammarReport();
  const messages = listOf(body["messages"]).map(fieldsOf);
  report.expect(messages.length > 0, "messages", "must not be empty");
  let open = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const at = `messages[${index}]`;
    const { role } = message;
    report.expect(ROLES.has(role), at, `has the unknown role ${JSON.stringify(role)}`);
    if (role === "tool") {
      const id = textOf(message["tool_call_id"]) ?? "";
      report.expect(open.delete(id), at, `answers no open call: "${id}"`);
    } else {
      report.expect(open.size === 0, at, `calls without a result: ${[...open].join(", ")}`);
      open = new Set(
        listOf(message["tool_calls"]).map((call) => callId(report, at, fieldsOf(call))),
      );
    }
    report.expect(saysSomething(message), at, "must not be empty");
  }
  const at = `messages[${messages.length - 1}]`;
  report.expect(open.size === 0, at, `calls without a result: ${[...open].join(", ")}`);
  return report.violations;
}

function callId(report: GrammarReport, at: string, call: Fields): string {
  const { name, arguments: args } = fieldsOf(call["function"]);
  report.expect((textOf(name) ?? "") !== "", at, "a call needs a tool name");
  report.expect(args === fieldsOf(args), at, "arguments must be an object");
  return textOf(call["id"]) ?? "";
}

function saysSomething(message: Fields): boolean {
  const hasParts = ["images", "tool_calls"].some((key) => listOf(message[key]).length > 0);
  return hasParts || /\S/.test(textOf(message["content"]) ?? "");
}
