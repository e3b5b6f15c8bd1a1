// Recorded streams of vendors decode to what they said, fed whole and in pieces of 1, 7 and 64 bytes.
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { type AssistantMessageEvent, isTerminal } from "../model/event.ts";
import type { AssistantMessage } from "../model/message.ts";
import { MessageBuilder } from "../model/message-builder.ts";
import type { Protocol } from "../model/protocol.ts";
import type { ProviderErrorFacts } from "../model/provider-error.ts";
import { factsOf } from "../testing/play.ts";
import { classify } from "../transport/classify.ts";
import { loadFrameDecoder } from "../transport/framing.ts";
import { builtinProtocols } from "./index.gen.ts";

interface Expected {
  text?: string;
  thinking?: string;
  signature?: string;
  toolCalls?: { id: string; name: string; args: unknown }[];
  stop?: string;
  usage?: Record<string, number>;
  error?: boolean;
  errorIncludes?: string;
  sdkError?: string;
}

interface Recording {
  id: string;
  status: number;
  body: string;
  expected?: Expected;
}

const root = process.env["CORPORA"] ?? resolve(import.meta.dir, "../../../../../shared/corpora");
const folder = resolve(root, "wire");
const makeSse = await loadFrameDecoder("sse");
const apis = ["anthropic-messages", "openai-completions"];

/** The recording in which our reading goes further than the reference that made the expectation. */
const READS_MORE: Record<string, keyof Expected> = {
  // The reference has no notion of Mistral's thinking parts.
  "pydantic/test_mistral/test_mistral_model_thinking_part_iter#0": "thinking",
};

async function load(api: string): Promise<Recording[]> {
  const zipped = await Bun.file(resolve(folder, `${api}.json.gz`)).bytes();
  return JSON.parse(new TextDecoder().decode(Bun.gunzipSync(zipped))) as Recording[];
}

function modelOf(api: string): Model {
  return {
    id: "m",
    name: "M",
    api,
    provider: "p",
    baseUrl: "http://localhost",
    reasoning: true,
    input: ["text"],
    cost: { input: 1, output: 1, cacheRead: 1, cacheWrite: 1 },
    contextWindow: 1_000_000,
    maxTokens: 1000,
  };
}

interface Outcome {
  message: AssistantMessage;
  events: AssistantMessageEvent[];
  failure: ProviderErrorFacts | undefined;
}

function play(protocol: Protocol, recording: Recording, pieceBytes: number): Outcome {
  const events: AssistantMessageEvent[] = [];
  const model = modelOf(protocol.api);
  const emit = (event: AssistantMessageEvent) => void events.push(event);
  const builder = new MessageBuilder({ model, startedAtMs: 0, now: () => 0, emit });
  const bytes = new TextEncoder().encode(recording.body);
  if (recording.status >= 400) builder.fail(classify(recording));
  const decoder = makeSse();
  const state = protocol.begin({ model, system: [], messages: [], tools: [], options: {} });
  const onEvent = (event: { name: string; data: string }) => {
    if (!builder.isFinished) protocol.step(state, event, builder);
  };
  try {
    for (let at = 0; at < bytes.length && !builder.isFinished; at += pieceBytes) {
      decoder.push(bytes.subarray(at, at + pieceBytes), onEvent);
    }
    decoder.end(onEvent);
    protocol.end(state, builder);
  } catch (error) {
    builder.fail(factsOf(error));
  }
  builder.fail({ kind: "network", message: "ended early", retryable: true });
  return { message: builder.message, events, failure: builder.failure };
}

/** The message in the corpus's words. */
function summarize({ message }: Outcome): Expected {
  const of = (type: string) => message.content.filter((block) => block.type === type);
  return {
    text: of("text")
      .map((block) => ("text" in block ? block.text : ""))
      .join(""),
    thinking: of("thinking")
      .map((block) => ("thinking" in block ? block.thinking : ""))
      .join(""),
    toolCalls: message.content.flatMap((block) =>
      block.type === "toolCall" ? [{ id: block.id, name: block.name, args: block.arguments }] : [],
    ),
  };
}

const STOPS: Record<string, AssistantMessage["stopReason"]> = {
  end_turn: "stop",
  stop: "stop",
  tool_use: "toolUse",
  tool_calls: "toolUse",
  max_tokens: "length",
  length: "length",
  refusal: "error",
};

function checkStop(outcome: Outcome, expected: Expected): void {
  if (expected.stop === undefined) return;
  const { message } = outcome;
  const hasCalls = (expected.toolCalls ?? []).length > 0;
  const wanted = STOPS[expected.stop] ?? "aborted";
  expect(message.stopReason).toBe(wanted === "stop" && hasCalls ? "toolUse" : wanted);
  if (expected.stop === "refusal") expect(outcome.failure?.kind).toBe("refusal");
}

function checkUsage({ usage }: AssistantMessage, expected: Expected): void {
  if (expected.usage === undefined) return;
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite;
  const ours: Record<string, number> = {
    input: usage.input,
    output: usage.output,
    cacheRead: usage.cacheRead,
    cacheWrite: usage.cacheWrite,
    prompt,
    completion: usage.output,
    cached: usage.cacheRead,
  };
  for (const [name, count] of Object.entries(expected.usage)) expect(ours[name]).toBe(count);
}

function check(recording: Recording, outcome: Outcome): void {
  expect(outcome.events.filter(isTerminal).length).toBe(1);
  const { expected } = recording;
  if (expected === undefined) return;
  if (expected.error === true) {
    expect(outcome.message.stopReason).toBe("error");
    expect(outcome.message.errorMessage).toContain(expected.errorIncludes as string);
    return;
  }
  const summary = summarize(outcome);
  const beyond = READS_MORE[recording.id];
  for (const key of ["text", "thinking", "toolCalls"] as const) {
    if (key === beyond) expect(summary[key]?.length).toBeGreaterThan(expected[key]?.length ?? 0);
    else expect(summary[key]).toEqual(expected[key] as never);
  }
  if (expected.signature !== undefined) {
    const signatures = outcome.message.content.flatMap((block) =>
      block.type === "thinking" && block.thinkingSignature ? [block.thinkingSignature] : [],
    );
    expect(signatures.join("")).toBe(expected.signature);
  }
  checkStop(outcome, expected);
  checkUsage(outcome.message, expected);
}

if (!existsSync(folder)) {
  test.skipIf(process.env["CI"] !== "true")(`no corpus at ${folder}`, () => {
    expect(existsSync(folder)).toBe(true);
  });
} else {
  for (const api of apis.filter((name) => name in builtinProtocols)) {
    const recordings = await load(api);
    const protocol = (await builtinProtocols[api]?.()) as Protocol;
    describe(api, () => {
      test("the corpus is there", () => expect(recordings.length).toBeGreaterThan(50));
      test.each(recordings.map((recording) => [recording.id, recording] as const))(
        "%s",
        (_id, recording) => {
          const whole = play(protocol, recording, recording.body.length * 4 + 1);
          check(recording, whole);
          for (const pieceBytes of [1, 7, 64]) {
            const pieces = play(protocol, recording, pieceBytes);
            expect(pieces.events.map(({ type }) => type)).toEqual(
              whole.events.map(({ type }) => type),
            );
            expect(pieces.message).toEqual(whole.message);
          }
        },
      );
    });
  }
}
