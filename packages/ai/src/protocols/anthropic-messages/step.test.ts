// Events of a Messages stream beyond what recordings hold.
import { expect, test } from "bun:test";
import { play } from "../../testing/play.ts";
import protocol from "./anthropic-messages.ts";

const START = { type: "message_start", message: { id: "msg_1", usage: { input_tokens: 5 } } };
const open = (index: number, block: object) => ({
  type: "content_block_start",
  index,
  content_block: block,
});
const delta = (index: number, value: object) => ({
  type: "content_block_delta",
  index,
  delta: value,
});
const close = (index: number) => ({ type: "content_block_stop", index });
const stop = (reason: string) => [
  { type: "message_delta", delta: { stop_reason: reason }, usage: { output_tokens: 3 } },
  { type: "message_stop" },
];

test("input that came with the block is used when no delta follows", () => {
  const { message } = play(protocol, [
    START,
    open(0, { type: "tool_use", id: "a", name: "read", input: { path: "x" } }),
    close(0),
    open(1, { type: "tool_use", id: "b", name: "read", input: {} }),
    delta(1, { type: "input_json_delta", partial_json: '{"path":"y"}' }),
    close(1),
    ...stop("tool_use"),
  ]);
  expect(message.content).toMatchObject([
    { id: "a", arguments: { path: "x" } },
    { id: "b", arguments: { path: "y" } },
  ]);
  expect(message.usage).toMatchObject({ input: 5, output: 3 });
});

test("blocks of server tools, unknown blocks and deltas leave no trace", () => {
  const { message, isFinished } = play(protocol, [
    START,
    open(0, { type: "server_tool_use", id: "s", name: "web_search", input: {} }),
    delta(0, { type: "input_json_delta", partial_json: '{"q":1}' }),
    close(0),
    open(1, { type: "web_search_tool_result", content: [] }),
    close(1),
    open(2, { type: "text", text: "Found " }),
    delta(2, { type: "citations_delta", citation: {} }),
    delta(2, { type: "text_delta", text: "it." }),
    delta(2, { type: "future_delta", anything: 1 }),
    close(2),
    { type: "future_event" },
    { type: "ping" },
    ...stop("end_turn"),
  ]);
  expect(message.content).toEqual([{ type: "text", text: "Found it." }]);
  expect(isFinished).toBe(true);
});

test.each([
  ["end_turn", "stop"],
  ["stop_sequence", "stop"],
  ["pause_turn", "stop"],
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
])("%s", (reason, expected) => {
  const said = [START, open(0, { type: "text", text: "x" })];
  expect(play(protocol, [...said, ...stop(reason)]).message.stopReason).toBe(expected as "stop");
});

test("a stop reason without message_stop ends the message, nothing does not", () => {
  expect(play(protocol, [START, stop("end_turn")[0] as object]).isFinished).toBe(true);
  expect(play(protocol, [START]).isFinished).toBe(false);
});

test("a second message inside the first is refused", () => {
  expect(play(protocol, [START, START]).failure).toMatchObject({
    kind: "protocol",
    retryable: true,
  });
});

test("an error event is classified", () => {
  const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
  expect(play(protocol, [START, error]).failure).toMatchObject({
    kind: "overloaded",
    code: "overloaded_error",
    retryable: true,
  });
});
