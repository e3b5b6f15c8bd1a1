// A script file means what the builders mean, and a mistake in it is named with its place.
import { expect, test } from "bun:test";
import {
  httpError,
  midStreamError,
  raw,
  redactedThinking,
  reply,
  reset,
  sendHeaders,
  stall,
  stop,
  text,
  thinking,
  toolCall,
  truncate,
  usage,
} from "../llm.ts";
import { readScript } from "./serve-script.ts";

test("every word of the vocabulary can be written as JSON", () => {
  const { replies } = readScript([
    "plain",
    [
      { thinking: "hm", signature: "s", field: "reasoning" },
      { redactedThinking: "opaque" },
      { text: "ab", repeat: 2, deltas: 2 },
      { toolCall: "read", args: { path: "a" }, id: "c1", splitArgs: 2 },
      { toolCall: "broken", args: "{" },
      { usage: { input: 1, cacheRead: 2 } },
      { stop: "refusal", message: "no" },
    ],
    [{ midStreamError: "overloaded_error", message: "busy" }],
    [{ sendHeaders: true }, { stall: true }],
    [{ stall: { afterEvents: 2 } }, { reset: { afterBytes: 9 } }, { truncate: true, how: "close" }],
    { parts: ["x"], chunkBytes: [1, 2], gzip: true, headers: { a: "b" } },
    { httpError: 400, body: { any: 1 } },
    { raw: "bytes", contentType: "text/plain" },
  ]);
  expect(replies).toEqual([
    reply(text("plain")),
    reply([
      thinking("hm", { signature: "s", field: "reasoning" }),
      redactedThinking("opaque"),
      text(["ab", "ab"]),
      toolCall("read", { path: "a" }, { id: "c1", splitArgs: 2 }),
      toolCall("broken", "{"),
      usage({ input: 1, cacheRead: 2 }),
      stop("refusal", { message: "no" }),
    ]),
    reply(midStreamError("overloaded_error", "busy")),
    reply([sendHeaders(), stall()]),
    reply([stall({ afterEvents: 2 }), reset({ afterBytes: 9 }), truncate(undefined, "close")]),
    reply(text("x"), { chunkBytes: [1, 2], gzip: true, headers: { a: "b" } }),
    httpError(400, { body: { any: 1 } }),
    raw("bytes", { contentType: "text/plain" }),
  ]);
});

test.each([
  [{}, "script.replies: Invalid input: expected array, received undefined"],
  [{ replies: [], model: "x" }, 'script: Unrecognized key: "model"'],
  [[7], "replies[0]: a reply is text, a list of parts, or an object with one of parts,"],
  [["a", { httpError: 200 }], "replies[1].httpError: Too small"],
  [[[{ text: "a", colour: 1 }]], 'replies[0][0]: Unrecognized key: "colour"'],
  [[[{ text: "a", stop: "stop" }]], "replies[0][0]: a part is text or an object with one of text,"],
  [[{ parts: ["a", { stop: "tired" }] }], "replies[0].parts[1].stop: Invalid option"],
  [[{ parts: [], chunkBytes: 0 }], "replies[0].chunkBytes: Too small"],
  [[{ rawFile: "/nonexistent/file" }], "ENOENT"],
])("%j is refused", (script, message) => {
  expect(() => readScript(script)).toThrow(message);
});
