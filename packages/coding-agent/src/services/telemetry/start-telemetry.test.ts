// Contract: closing sends what waits and gives a collector a second, no more; failures are heard of and go no further.
import { expect, test } from "bun:test";
import { type Clock, systemClock } from "@oh-my-pi/pi-agent-core/clock";
import { startCollector, type TraceCollector } from "../../testing/trace-collector.ts";
import type { SessionTelemetry } from "./session-telemetry.ts";
import { startTelemetry } from "./start-telemetry.ts";

interface Started {
  readonly telemetry: SessionTelemetry;
  readonly defects: readonly unknown[];
}

async function start({ url }: TraceCollector, clock: Clock = systemClock): Promise<Started> {
  const defects: unknown[] = [];
  const telemetry = await startTelemetry({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" },
    clock,
    conversationId: "s",
    hide: (words) => words,
    note: (note) => expect(note).toBe(""),
    onDefect: (defect) => defects.push(defect),
  });
  if (telemetry === undefined) throw new Error("nothing was started");
  return { telemetry, defects };
}

test("a collector that never answers has a second", async () => {
  await using collector = startCollector(() => Promise.withResolvers<Response>().promise);
  const waits: number[] = [];
  const { telemetry, defects } = await start(collector, {
    now: () => 0,
    sleep: async (ms) => void waits.push(ms),
  });
  telemetry.startRun().end();
  await telemetry.close();
  expect(waits).toEqual([1000]);
  expect(String(defects)).toContain("did not take all spans in time");
});

test("one that refuses is heard of; closing does not reject", async () => {
  await using collector = startCollector(() => new Response("no", { status: 400 }));
  const { telemetry, defects } = await start(collector);
  telemetry.startRun().end();
  await telemetry.close();
  expect(defects).toHaveLength(1);
});
