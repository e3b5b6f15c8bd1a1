// A meter that looks at each message once says the same as one that looks at all of them.
import { expect, test } from "bun:test";
import type { AgentMessage } from "@oh-my-pi/pi-agent-core/agent-message";
import { contextTokens, estimateMessages } from "@oh-my-pi/pi-agent-core/compact/estimate-tokens";
import fc from "fast-check";
import { ContextMeter } from "./context-size.ts";
import { answered } from "./log/testing/written-session.ts";

const OVERHEAD = 100;
const answer = answered("yes");
const message: fc.Arbitrary<AgentMessage> = fc.oneof(
  fc.string().map((content) => ({ role: "user" as const, content, timestamp: 0 })),
  fc.nat(5000).map((totalTokens) => {
    if (answer.type !== "message" || answer.message.role !== "assistant") throw new Error("no");
    const usage = { ...answer.message.usage, input: 0, output: 0, totalTokens };
    return { ...answer.message, usage };
  }),
);

/** The same from scratch. */
function measureAll(messages: readonly AgentMessage[], freshFrom: number): number {
  const { tokens, measuredAt } = contextTokens(messages.slice(freshFrom));
  return measuredAt === -1 ? OVERHEAD + estimateMessages(messages) : tokens;
}

test("growing, replaced and stale contexts", () => {
  fc.assert(
    fc.property(fc.array(fc.array(message)), fc.nat(6), fc.boolean(), (parts, fresh, isNew) => {
      const meter = new ContextMeter();
      let messages: AgentMessage[] = [];
      for (const part of parts) {
        if (isNew) messages = messages.slice(1);
        messages.push(...part);
        expect(meter.measure(messages, fresh, OVERHEAD)).toBe(measureAll(messages, fresh));
      }
    }),
  );
});
