// Contract: what a session asks a model beside the conversation is measured too, and says what it was for.
import { expect, test } from "bun:test";
import { systemClock } from "@oh-my-pi/pi-agent-core/clock";
import { text } from "@oh-my-pi/pi-testkit/llm";
import { startTelemetry } from "../services/telemetry/start-telemetry.ts";
import { startCollector, valuesOf } from "../testing/trace-collector.ts";
import { isSummary, longSession, SUMMARY } from "./testing/long-session.ts";

test("questions beside the conversation are spans that say what for, each ended once", async () => {
  await using collector = startCollector();
  const heard: unknown[] = [];
  const telemetry = await startTelemetry({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      PI_OTEL_CLOSE_MS: "60000",
    },
    clock: systemClock,
    conversationId: "s",
    hide: (words) => words,
    note: (words) => heard.push(words),
    onDefect: (defect) => heard.push(defect),
  });
  await using rig = await longSession({ ...(telemetry && { telemetry }) });
  rig.models.script(text("because"));
  expect(await rig.session.askAside("why?", AbortSignal.timeout(20_000))).toBe("because");
  rig.models.scriptFor(isSummary, text(SUMMARY));
  await rig.session.send({ type: "compact" });
  await telemetry?.close();
  const aside = collector.spans
    .filter(({ parentSpanId }) => !parentSpanId)
    .map(({ name, attributes }) => [name, valuesOf(attributes)["pi.gen_ai.oneshot.kind"]])
    .filter(([, kind]) => kind !== undefined);
  expect(aside).toContainEqual(["chat m", "aside"]);
  expect(aside).toContainEqual(["chat m", "summary"]);
  expect(new Set(collector.spans.map(({ spanId }) => spanId)).size).toBe(collector.spans.length);
  expect(heard).toEqual([]);
});
