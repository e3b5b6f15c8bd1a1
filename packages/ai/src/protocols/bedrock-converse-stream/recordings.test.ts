// Recorded responses of Bedrock, whole and in pieces.
import { expect, test } from "bun:test";
import { isTerminal } from "../../model/event.ts";
import { loadRecordings, playBytes, recordingsPath } from "../../testing/wire-recordings.ts";
import protocol from "./bedrock-converse-stream.ts";

/** What each recording says, read off by hand: the corpus itself expects nothing of them. */
const EXPECTED: Readonly<Record<string, object>> = {
  "opencode/bedrock-converse/drives-a-tool-loop#0": {
    stopReason: "toolUse",
    content: [
      {
        type: "text",
        text: '<thinking> To determine the weather in Paris, I will use the get_weather tool and provide the city as "Paris". </thinking>\n',
      },
      {
        type: "toolCall",
        id: "tooluse_a8nlf2bqGLcZvaSoBpQ1sH",
        name: "get_weather",
        arguments: { city: "Paris" },
      },
    ],
    usage: { input: 425, output: 45, totalTokens: 470 },
  },
  "opencode/bedrock-converse/drives-a-tool-loop#1": {
    stopReason: "stop",
    content: [
      {
        type: "text",
        text: "The weather in Paris is sunny with a temperature of 22 degrees.",
      },
    ],
    usage: { input: 510, output: 16, totalTokens: 526 },
  },
  "opencode/bedrock-converse/streams-text#0": {
    stopReason: "stop",
    content: [{ type: "text", text: "Hello" }],
    usage: { input: 12, output: 2, totalTokens: 14 },
  },
};

const path = recordingsPath("bedrock-converse-stream");
if (path === undefined) {
  test.skipIf(process.env["CI"] !== "true")("there is no corpus of recordings", () => {
    expect(path).toBeDefined();
  });
} else {
  const recordings = await loadRecordings<never>(path);
  test("the corpus is there", () => expect(recordings.length).toBe(3));
  test.each(recordings.map((recording) => [recording.id, recording] as const))(
    "%s",
    async (id, { status, body }) => {
      const recorded = { status, bytes: new Uint8Array(Buffer.from(body, "base64")) };
      const whole = await playBytes(protocol, recorded, recorded.bytes.length);
      expect(whole.events.filter(isTerminal).length).toBe(1);
      expect(whole.message).toMatchObject(EXPECTED[id] as object);
      for (const pieceBytes of [1, 7, 64]) {
        const pieces = await playBytes(protocol, recorded, pieceBytes);
        expect(pieces.events.map(({ type }) => type)).toEqual(whole.events.map(({ type }) => type));
        expect(pieces.message).toEqual(whole.message);
      }
    },
  );
}
