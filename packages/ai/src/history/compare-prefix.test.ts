// A changed prefix is named by the first segment that differs; growth at the end is no change.
import { expect, test } from "bun:test";
import type { JsonObject } from "../model/request.ts";
import { comparePrefix } from "./compare-prefix.ts";

const say = (text: string, extra: JsonObject = {}): JsonObject => ({
  type: "text",
  text,
  ...extra,
});
const m0: JsonObject = { role: "user", content: [say("u0")] };
const m1: JsonObject = { role: "assistant", content: [say("a1"), say("a2")] };
const m2: JsonObject = { role: "user", content: [say("u2")] };
const base = {
  model: "m",
  tools: [{ name: "a" }, { name: "b" }],
  system: [say("s0"), say("s1")],
  messages: [m0, m1, m2],
  temperature: 1,
} satisfies JsonObject;

type Row = [title: string, change: JsonObject, segment: string | undefined];
const rows: Row[] = [
  ["nothing", {}, undefined],
  ["an option that is not cached", { temperature: 0 }, undefined],
  ["more messages", { messages: [m0, m1, m2, { role: "assistant", content: [] }] }, undefined],
  [
    "more in the last message",
    { messages: [m0, m1, { role: "user", content: [say("u2"), say("u3")] }] },
    undefined,
  ],
  ["a marker", { system: [say("s0", { cache_control: {} }), say("s1")] }, undefined],
  [
    "a marker of its own",
    { system: [say("s0"), { cachePoint: {} }, say("s1")], messages: [m0, m1, m2] },
    undefined,
  ],
  ["model", { model: "n" }, "model"],
  ["a tool more", { tools: [...base.tools, { name: "c" }] }, "tools[2]"],
  ["a tool less", { tools: [{ name: "a" }] }, "tools[1]"],
  ["a tool inserted", { tools: [{ name: "c" }, ...base.tools] }, "tools[0]"],
  ["system text", { system: [say("s0"), say("other")] }, "system[1]"],
  ["system as text", { system: "s0" }, "system"],
  [
    "a block",
    { messages: [m0, { role: "assistant", content: [say("a1"), say("other")] }, m2] },
    "messages[1].content[1]",
  ],
  [
    "more in a message that is not the last",
    { messages: [m0, { role: "assistant", content: [say("a1"), say("a2"), say("a3")] }, m2] },
    "messages[1]",
  ],
  [
    "another role",
    { messages: [{ role: "assistant", content: [say("u0")] }, m1, m2] },
    "messages[0]",
  ],
  ["fewer messages", { messages: [m0, m1] }, "messages[2]"],
  [
    "another order of keys",
    { messages: [{ content: [say("u0")], role: "user" }, m1, m2] },
    "messages[0]",
  ],
];

test.each(rows)("%s", (_title, change, segment) => {
  expect(comparePrefix(base, { ...base, ...change })).toBe(segment);
});

test("the order of keys counts even where the values are the same", () => {
  const one = { messages: [{ a: 1, b: 1 }] };
  expect(comparePrefix(one, { messages: [{ b: 1, a: 1 }] })).toBe("messages[0]");
});

test("bodies of other formats", () => {
  const google = { contents: [{ role: "user", parts: [{ text: "a" }] }], systemInstruction: {} };
  const other = { contents: [{ role: "user", parts: [{ text: "b" }] }], systemInstruction: {} };
  expect(comparePrefix(google, other)).toBe("contents[0].parts[0]");
  const responses = { instructions: "x", input: [{ role: "user", content: "a" }] };
  expect(comparePrefix(responses, { ...responses, instructions: "y" })).toBe("instructions");
  expect(comparePrefix(responses, { ...responses, input: [] })).toBe("input[0]");
});
