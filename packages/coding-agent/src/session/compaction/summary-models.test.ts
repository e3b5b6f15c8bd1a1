// Several models may sum up: the session's own first, another one when its trouble will not pass soon, and never
// more than two tries.
import { describe, expect, test } from "bun:test";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { httpError, type Scripted, text } from "@oh-my-pi/pi-testkit/llm";
import { isSummary, longSession, SUMMARY } from "../testing/long-session.ts";
import type { SessionRig } from "../testing/session-rig.ts";

const askedModels = ({ models }: SessionRig): unknown[] =>
  models.requests
    .filter(isSummary)
    .map(({ body }) => (JSON.parse(body) as { model: string }).model);
const withOther = (chain: readonly string[] = ["fake/other"]) =>
  longSession({
    others: { other: 40_000 },
    settings: { "retry.fallbackChains": { default: chain } },
  });

describe("when the session's model does not sum up", () => {
  test.each<[string, Scripted, string[]]>([
    ["a key that is refused", httpError(401), ["m", "other"]],
    [
      "a wait that is too long",
      httpError(429, { headers: { "retry-after": "600" } }),
      ["m", "other"],
    ],
    ["a rate limit without a word", httpError(429), ["m", "other"]],
    ["a server that stumbles", httpError(503), ["m", "m"]],
  ])("%s", async (_, failure, asked) => {
    await using rig = await withOther();
    rig.models.scriptFor(isSummary, failure, text(SUMMARY));
    await rig.session.send({ type: "compact" });
    expect(askedModels(rig)).toEqual(asked);
    expect(JSON.stringify(rig.session.messages[0])).toContain("the parser fixed");
    // Only the summary was another's.
    expect(rig.session.model.id).toBe("m");
  });

  test("a short wait is kept", async () => {
    await using rig = await withOther();
    rig.models.scriptFor(
      isSummary,
      httpError(429, { headers: { "retry-after": "5" } }),
      text(SUMMARY),
    );
    const done = rig.session.send({ type: "compact" });
    const startedMs = rig.clock.now();
    await eventually(() => {
      if (askedModels(rig).length === 1) void rig.clock.advance(100);
      return askedModels(rig).length === 2;
    });
    await done;
    expect(rig.clock.now() - startedMs).toBeGreaterThanOrEqual(5000);
    expect(askedModels(rig)).toEqual(["m", "m"]);
  });

  test("without another one the same is asked once more, and no more", async () => {
    await using rig = await withOther([]);
    rig.models.scriptFor(isSummary, httpError(401), httpError(401));
    await rig.session.send({ type: "compact" });
    expect(askedModels(rig)).toEqual(["m", "m"]);
  });
});
