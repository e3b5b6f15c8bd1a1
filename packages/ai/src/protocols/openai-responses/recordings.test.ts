// Every recorded vendor stream decodes to what the corpus says, whole and in pieces.
import { describe, expect, test } from "bun:test";
import { isTerminal } from "../../model/event.ts";
import {
  loadRecordings,
  playBytes,
  type Played,
  type Recording,
  recordingsPath,
} from "../../testing/wire-recordings.ts";
import protocol from "./openai-responses.ts";

interface Expected {
  text?: string;
  thinking?: string;
  toolCalls?: { id?: string; name: string; args: unknown }[];
  status?: string;
  errorMessage?: string;
  usage?: { input: number; output: number; cached: number } | null;
  error?: boolean;
  errorIncludes?: string;
}

/** The reference knows reasoning only as summaries; these recordings hold the thoughts themselves. */
const HAS_RAW_THOUGHTS = /raw_cot_stream|deepseek_responses|lmstudio/;

function summarize({ message }: Played) {
  const text = message.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  const thinking = message.content.flatMap((block) =>
    block.type === "thinking" ? [block.thinking] : [],
  );
  const toolCalls = message.content.flatMap((block) =>
    block.type === "toolCall" ? [{ name: block.name, args: block.arguments }] : [],
  );
  const ids = message.content.flatMap((block) => (block.type === "toolCall" ? [block.id] : []));
  return { text: text.join(""), thinking: thinking.join(""), toolCalls, ids };
}

function check(recording: Recording<Expected>, played: Played): void {
  expect(played.events.filter(isTerminal).length).toBe(1);
  const { expected, id } = recording;
  if (expected === undefined) {
    expect(played.failure).toBeUndefined();
    return;
  }
  const failure = expected.error === true ? expected.errorIncludes : expected.errorMessage;
  if (failure !== undefined) {
    expect(played.message.stopReason).toBe("error");
    expect(played.message.errorMessage).toContain(failure);
    return;
  }
  expect(expected.status).toBe("completed");
  const summary = summarize(played);
  const calls = expected.toolCalls ?? [];
  expect(summary.text).toBe(expected.text as string);
  if (HAS_RAW_THOUGHTS.test(id)) expect(summary.thinking).toStartWith(expected.thinking as string);
  else expect(summary.thinking).toBe(expected.thinking as string);
  expect(summary.toolCalls).toEqual(calls.map(({ name, args }) => ({ name, args })) as never);
  for (const [index, call] of calls.entries()) {
    if (call.id !== undefined) expect(summary.ids[index]).toMatch(new RegExp(`^${call.id}\\|.+`));
  }
  expect(played.message.stopReason).toBe(calls.length > 0 ? "toolUse" : "stop");
  const { usage } = played.message;
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite;
  if (expected.usage) {
    expect({ input: prompt, output: usage.output, cached: usage.cacheRead }).toEqual(
      expected.usage,
    );
  }
}

const path = recordingsPath("openai-responses");
if (path === undefined) {
  test.skipIf(process.env["CI"] !== "true")("there is no corpus of recordings", () => {
    expect(path).toBeDefined();
  });
} else {
  const recordings = await loadRecordings<Expected>(path);
  test("the corpus is there", () => expect(recordings.length).toBeGreaterThan(50));
  describe("recordings", () => {
    test.each(recordings.map((recording) => [recording.id, recording] as const))(
      "%s",
      async (_id, recording) => {
        const bytes = new TextEncoder().encode(recording.body);
        const recorded = { status: recording.status, bytes };
        const whole = await playBytes(protocol, recorded, bytes.length + 1);
        check(recording, whole);
        for (const pieceBytes of [1, 7, 64]) {
          const pieces = await playBytes(protocol, recorded, pieceBytes);
          expect(pieces.events.map(({ type }) => type)).toEqual(
            whole.events.map(({ type }) => type),
          );
          expect(pieces.message).toEqual(whole.message);
        }
      },
    );
  });
}
