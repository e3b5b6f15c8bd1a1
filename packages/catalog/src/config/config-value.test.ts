// The notation of configured values (AUTH-17): only read here, never run.
import { expect, test } from "bun:test";
import { parseConfigValue } from "./config-value.ts";

test.each([
  ["!op read op://x/y", { kind: "command", command: "op read op://x/y" }],
  ["!  pass show key ", { kind: "command", command: "pass show key" }],
  ["OPENAI_API_KEY", { kind: "variable-or-literal", name: "OPENAI_API_KEY" }],
  ["ollama", { kind: "variable-or-literal", name: "ollama" }],
  ["sk-ant-123", { kind: "literal", text: "sk-ant-123" }],
  ["Bearer x", { kind: "literal", text: "Bearer x" }],
  ["1KEY", { kind: "literal", text: "1KEY" }],
  ["", { kind: "literal", text: "" }],
  ["!", null],
  ["!   ", null],
])("%p", (text, expected) => {
  expect(parseConfigValue(text) as unknown).toEqual(expected);
});
