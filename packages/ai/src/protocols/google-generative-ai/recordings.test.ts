// Recorded streams of Google decode to what they said, fed whole and in pieces of 1, 7 and 64 bytes, bare
// and as Cloud Code Assist wraps them.
import { describe, expect, test } from "bun:test";
import { corpus, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { isTerminal } from "../../model/event.ts";
import type { Protocol } from "../../model/protocol.ts";
import { playBytes, type Played } from "../../testing/wire-recordings.ts";
import cloudCodeAssist from "../google-gemini-cli/google-gemini-cli.ts";
import vertex from "../google-vertex/google-vertex.ts";
import gemini from "./google-generative-ai.ts";

interface Recording {
  readonly id: string;
  readonly body: string;
  readonly expected: {
    readonly text: string;
    readonly thinking: string;
    readonly toolCalls: readonly { name?: string; args: unknown; partial: boolean }[];
    readonly stop: string;
    readonly usage: Record<"prompt" | "candidates" | "thoughts" | "cached", number>;
  };
}

/** Calls that came in pieces, which the reference that made the expectations does not put together. */
const PUT_TOGETHER: Record<string, [name: string, arguments: object]> = {
  "vercel/google/google-stream-tool-call-array-arguments-missing-terminal-function-call": [
    "writeItems",
    {
      operations: [
        { action: "add", description: "Fresh red apple", itemid: "apple_001", price: 0.5 },
        { action: "add", description: "Ripe yellow banana", itemid: "banana_001", price: 0.3 },
      ],
    },
  ],
  "vercel/google/google-vertex-stream-tool-call-arguments-nested.1": [
    "cookRecipe",
    {
      recipe: {
        name: "Lasagna",
        ingredients: expect.arrayContaining([{ amount: "16 oz", name: "Lasagna noodles" }]),
        steps: expect.arrayContaining([
          "Preheat oven to 375°F (190°C).",
          "Cook lasagna noodles according to package directions, drain and set aside.",
        ]),
      },
    },
  ],
};

function play(protocol: Protocol, body: string, pieceBytes: number): Promise<Played> {
  return playBytes(protocol, { status: 200, bytes: new TextEncoder().encode(body) }, pieceBytes);
}

function check({ id, expected }: Recording, { message, events }: Played): void {
  expect(events.filter(isTerminal).length).toBe(1);
  const said = { text: "", thinking: "" };
  for (const block of message.content) {
    if (block.type === "text") said.text += block.text;
    if (block.type === "thinking") said.thinking += block.thinking;
  }
  expect(said).toEqual({ text: expected.text, thinking: expected.thinking });
  const calls = message.content.filter((block) => block.type === "toolCall");
  const whole = PUT_TOGETHER[id];
  expect(calls.map((call): [string, object] => [call.name, call.arguments])).toEqual(
    whole ? [whole] : expected.toolCalls.map(({ name, args }) => [name ?? "", args as object]),
  );
  expect(new Set(calls.map((call) => call.id)).size).toBe(calls.length);
  for (const call of calls) {
    const deltas = events.filter(
      (event) => event.type === "toolcall_delta" && message.content[event.contentIndex] === call,
    );
    expect(deltas).toHaveLength(1);
  }
  expect(expected.stop).toBe("STOP");
  expect(message.stopReason).toBe(calls.length > 0 ? "toolUse" : "stop");
  const { prompt, candidates, thoughts, cached } = expected.usage;
  expect(message.usage).toMatchObject({
    input: prompt - cached,
    cacheRead: cached,
    output: candidates + thoughts,
  });
  expect(message.usage.reasoningTokens ?? 0).toBe(thoughts);
}

/** The same stream as Cloud Code Assist sends it. */
function wrapped(body: string): string {
  return body.replaceAll(/^data: (.*?)(\r?)$/gm, 'data: {"response": $1, "traceId": "t"}$2');
}

const recorded = corpus("wire/google-generative-ai.json.gz");

describe("every recording", () => {
  skipUnless(recorded)("decodes to what it said, however it is cut", async () => {
    const recordings = recorded.load() as Recording[];
    expect(recordings.length).toBe(45);
    for (const recording of recordings) {
      const whole = await play(gemini, recording.body, recording.body.length * 4);
      check(recording, whole);
      for (const pieceBytes of [1, 7, 64]) {
        const pieces = await play(gemini, recording.body, pieceBytes);
        expect(pieces.message).toEqual(whole.message);
        expect(pieces.events.map(({ type }) => type)).toEqual(whole.events.map(({ type }) => type));
      }
    }
  });

  skipUnless(recorded)("is the same on Vertex AI and Cloud Code Assist", async () => {
    for (const recording of recorded.load() as Recording[]) {
      check(recording, await play(vertex, recording.body, 64));
      check(recording, await play(cloudCodeAssist, wrapped(recording.body), 64));
    }
  });
});

test("the three protocols are those of their folders", () => {
  expect([gemini.api, vertex.api, cloudCodeAssist.api]).toEqual([
    "google-generative-ai",
    "google-vertex",
    "google-gemini-cli",
  ]);
});
