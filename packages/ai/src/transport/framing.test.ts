// Framing is independent of chunking: any cut of the bytes gives the events of the whole. Checked
// against the reference decoders of eventsource-parser and the AWS SDK.
import { describe, expect, test } from "bun:test";
import { EventStreamCodec } from "@smithy/eventstream-codec";
import { createParser } from "eventsource-parser";
import fc from "fast-check";
import type { Framing, WireEvent } from "../model/protocol.ts";
import { loadFrameDecoder } from "./framing.ts";

const utf8 = new TextEncoder();
const makers = {
  sse: await loadFrameDecoder("sse"),
  ndjson: await loadFrameDecoder("ndjson"),
  "aws-event-stream": await loadFrameDecoder("aws-event-stream"),
};

function decode(framing: Framing, chunks: Iterable<Uint8Array>): WireEvent[] {
  const events: WireEvent[] = [];
  const decoder = makers[framing]();
  for (const chunk of chunks) decoder.push(chunk, (event) => events.push(event));
  decoder.end((event) => events.push(event));
  return events;
}

function* cut(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Every way in which this suite cuts bytes: 1, 7, 64, and in two at each boundary. */
function* everyCut(bytes: Uint8Array): Generator<Uint8Array[]> {
  for (const size of [1, 7, 64]) yield [...cut(bytes, size)];
  for (let at = 0; at <= bytes.length; at++) yield [bytes.subarray(0, at), bytes.subarray(at)];
}

function expectEqualUnderCutting(framing: Framing, bytes: Uint8Array): WireEvent[] {
  const whole = decode(framing, [bytes]);
  for (const chunks of everyCut(bytes)) expect(decode(framing, chunks)).toEqual(whole);
  return whole;
}

const sseTable: [title: string, text: string, events: WireEvent[]][] = [
  ["named event", "event: ping\ndata: {}\n\n", [{ name: "ping", data: "{}" }]],
  ["no space after the colon", "data:x\n\n", [{ name: "", data: "x" }]],
  ["only one space is taken off", "data:  x\n\n", [{ name: "", data: " x" }]],
  ["data over several lines", "data: a\ndata: b\n\n", [{ name: "", data: "a\nb" }]],
  ["CRLF", "event: e\r\ndata: x\r\n\r\n", [{ name: "e", data: "x" }]],
  ["lone CR", "event: e\rdata: x\r\r", [{ name: "e", data: "x" }]],
  ["comments and other fields", ": hi\nid: 3\nretry: 5\ndata: x\n\n", [{ name: "", data: "x" }]],
  ["event without data is no event", "event: a\n\ndata: x\n\n", [{ name: "", data: "x" }]],
  [
    "empty data",
    "data:\n\ndata\n\n",
    [
      { name: "", data: "" },
      { name: "", data: "" },
    ],
  ],
  ["byte order mark", "\uFEFFdata: x\n\n", [{ name: "", data: "x" }]],
  ["characters of four bytes", "data: 👋🏽é\n\n", [{ name: "", data: "👋🏽é" }]],
  ["no closing blank line", "data: [DONE]", [{ name: "", data: "[DONE]" }]],
];

describe("sse", () => {
  test.each(sseTable)("%s", (_title, text, events) => {
    expect(expectEqualUnderCutting("sse", utf8.encode(text))).toEqual(events);
  });

  test("any text decodes as the reference parser decodes it, in any pieces", () => {
    const piece = fc.constantFrom("data", ":", " ", "x", "é", "👋", "\n", "\r\n", "event", "\n\n");
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 40 }),
        fc.integer({ min: 1, max: 9 }),
        (pieces, n) => {
          const text = `${pieces.join("")}\n\n`;
          const wanted: WireEvent[] = [];
          const reference = createParser({
            onEvent: ({ event, data }) => wanted.push({ name: event ?? "", data }),
          });
          reference.feed(text);
          expect(decode("sse", cut(utf8.encode(text), n))).toEqual(wanted);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("ndjson", () => {
  test("a line is an event; blank lines and the last line end do not matter", () => {
    const bytes = utf8.encode('{"a":"é👋"}\r\n\n  {"b":2}\n{"c":3}');
    expect(expectEqualUnderCutting("ndjson", bytes).map((event) => event.data)).toEqual([
      '{"a":"é👋"}',
      '{"b":2}',
      '{"c":3}',
    ]);
  });
});

const codec = new EventStreamCodec(
  (bytes) => new TextDecoder().decode(bytes as Uint8Array),
  (text) => utf8.encode(text),
);

function awsMessage(headers: Record<string, string>, body: string): Uint8Array {
  const typed = Object.entries(headers).map(([name, value]) => [
    name,
    { type: "string", value } as const,
  ]);
  return codec.encode({
    headers: {
      ...Object.fromEntries(typed),
      flag: { type: "boolean", value: true },
      count: { type: "integer", value: 7 },
      when: { type: "timestamp", value: new Date(0) },
    },
    body: utf8.encode(body),
  });
}

describe("aws event stream", () => {
  const bytes = Buffer.concat([
    awsMessage({ ":message-type": "event", ":event-type": "contentBlockDelta" }, '{"x":"é👋"}'),
    awsMessage({ ":message-type": "exception", ":exception-type": "throttlingException" }, "{}"),
    awsMessage(
      { ":message-type": "error", ":error-code": "internal", ":error-message": "gone" },
      "",
    ),
  ]);

  test("what the AWS SDK encodes decodes, in any pieces", () => {
    expect(expectEqualUnderCutting("aws-event-stream", bytes)).toEqual([
      { name: "contentBlockDelta", data: '{"x":"é👋"}' },
      { name: "throttlingException", data: "{}" },
      { name: "internal", data: '{"message":"gone"}' },
    ]);
  });

  test("a changed byte anywhere is an error, never a wrong event", () => {
    const whole = decode("aws-event-stream", [bytes]);
    for (let at = 0; at < bytes.length; at++) {
      const damaged = new Uint8Array(bytes);
      damaged[at] = (damaged[at] as number) ^ 1;
      const events: WireEvent[] = [];
      const decoder = makers["aws-event-stream"]();
      expect(() => {
        decoder.push(damaged, (event) => events.push(event));
        decoder.end(() => {});
      }).toThrow(/damaged/);
      expect(events).toEqual(whole.slice(0, events.length));
    }
  });

  test("a damaged length is noticed at once, not waited for", () => {
    const damaged = new Uint8Array(bytes);
    damaged[2] = (damaged[2] as number) ^ 1;
    const decoder = makers["aws-event-stream"]();
    expect(() => decoder.push(damaged.subarray(0, 12), () => {})).toThrow(/prelude/);
  });

  test("a stream that ends inside a message is an error", () => {
    expect(() => decode("aws-event-stream", [bytes.subarray(0, bytes.length - 1)])).toThrow(
      /ends inside/,
    );
  });
});
