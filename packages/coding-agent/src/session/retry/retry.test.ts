// A provider that fails in a passing way is asked again as documented; the failed answer stays in the file
// and never reaches the model.
import { describe, expect, test } from "bun:test";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { httpError, midStreamError, text } from "@oh-my-pi/pi-testkit/llm";
import fc from "fast-check";
import { createRig, type SessionRig } from "../testing/session-rig.ts";
import { retryDelayMs } from "./retry-delay.ts";

const overloaded = () => httpError(529, { message: "Overloaded" });
const stopReasons = ({ session }: SessionRig): (string | undefined)[] =>
  [...session.log.entries()].flatMap((entry) =>
    entry.type === "message" && entry.message.role === "assistant"
      ? [entry.message.stopReason]
      : [],
  );
/** Lets the waits of a prompt pass. */
async function passTime(rig: SessionRig, prompt: Promise<void>): Promise<void> {
  let isDone = false;
  const ended = prompt.finally(() => (isDone = true));
  await eventually(async () => {
    await rig.clock.advance(rig.clock.pendingTimers > 0 ? 100_000 : 0);
    return isDone;
  });
  await ended;
}

describe("retry", () => {
  test("two failures, then an answer: waits double, prompt() ends after the answer", async () => {
    await using rig = createRig();
    rig.models.script(overloaded(), overloaded(), text("here"));
    await passTime(rig, rig.session.prompt("hi"));
    expect(rig.eventsOf("auto_retry_start", "auto_retry_end")).toEqual([
      {
        type: "auto_retry_start",
        attempt: 1,
        maxAttempts: 3,
        delayMs: 2000,
        errorMessage: expect.stringContaining("Overloaded"),
      },
      expect.objectContaining({ type: "auto_retry_start", attempt: 2, delayMs: 4000 }),
      { type: "auto_retry_end", success: true, attempt: 2 },
    ]);
    expect(rig.session.lastAnswer?.content).toMatchObject([{ text: "here" }]);
    expect(stopReasons(rig)).toEqual(["error", "error", "stop"]);
    const [first, , third] = rig.models.requests;
    expect(third?.body).toBe(first?.body as string);
  });

  test("a failure in the middle leaves no trace in the next request, nor after reopening", async () => {
    await using rig = createRig();
    rig.models.script(
      [text("half an ans"), midStreamError("overloaded_error")],
      text("whole"),
      text("more"),
    );
    await passTime(rig, rig.session.prompt("hi"));
    await rig.reopen();
    await rig.session.prompt("and?");
    expect(rig.models.requests[1]?.body).toBe(rig.models.requests[0]?.body as string);
    expect(rig.models.requests[2]?.body).not.toContain("half an ans");
  });

  test("three tries, then the last failure stands", async () => {
    await using rig = createRig();
    rig.models.script(overloaded(), overloaded(), overloaded(), overloaded());
    await passTime(rig, rig.session.prompt("hi"));
    expect(rig.eventsOf("auto_retry_start").map(({ delayMs }) => delayMs)).toEqual([
      2000, 4000, 8000,
    ]);
    expect(rig.eventsOf("auto_retry_end")).toEqual([
      {
        type: "auto_retry_end",
        success: false,
        attempt: 3,
        finalError: expect.stringContaining("Overloaded"),
      },
    ]);
    expect(rig.session.lastAnswer?.stopReason).toBe("error");
  });

  test("what will not pass is not tried again", async () => {
    await using rig = createRig();
    rig.models.script(httpError(401));
    await rig.session.prompt("hi");
    expect(rig.eventsOf("auto_retry_start")).toEqual([]);
  });

  test("a wait that the provider asks for extends ours; one that is too long is not waited for", async () => {
    await using rig = createRig();
    rig.models.script(httpError(429, { headers: { "retry-after": "50" } }), text("ok"));
    await passTime(rig, rig.session.prompt("hi"));
    expect(rig.eventsOf("auto_retry_start")[0]?.delayMs).toBe(50_000);
    rig.models.script(httpError(429, { headers: { "retry-after": "4000" } }));
    await rig.session.prompt("again");
    expect(rig.eventsOf("auto_retry_start").length).toBe(1);
    expect(rig.session.lastAnswer?.stopReason).toBe("error");
  });

  test("abort_retry ends the wait and leaves the failure", async () => {
    await using rig = createRig();
    rig.models.script(overloaded());
    const ended = rig.session.prompt("hi");
    await eventually(() => rig.clock.pendingTimers > 0);
    await rig.session.send({ type: "abort_retry" });
    await ended;
    expect(rig.eventsOf("auto_retry_end")).toEqual([
      { type: "auto_retry_end", success: false, attempt: 1, finalError: "Retry cancelled" },
    ]);
    expect(rig.session.lastAnswer?.stopReason).toBe("error");
  });

  test("set_auto_retry turns it off", async () => {
    await using rig = createRig();
    await rig.session.send({ type: "set_auto_retry", enabled: false });
    rig.models.script(overloaded());
    await rig.session.prompt("hi");
    expect(rig.eventsOf("auto_retry_start")).toEqual([]);
  });

  test("a used-up credential is changed at once, then the fallback model answers", async () => {
    const asked: string[] = [];
    const answers = [true, false];
    await using rig = createRig({
      others: { spare: 200_000 },
      settings: { "retry.fallbackChains": { "fake/m": ["fake/spare"] } },
      rotation: {
        rotate: async (provider) => {
          asked.push(provider);
          return answers.shift() ?? false;
        },
      },
    });
    const usedUp = () =>
      httpError(429, { type: "usage_limit_reached", message: "You have hit your usage limit." });
    rig.models.script(usedUp(), usedUp(), text("from the spare"));
    await rig.session.prompt("hi");
    expect(asked).toEqual(["fake", "fake"]);
    expect(rig.models.requests.map(({ model }) => model)).toEqual(["m", "m", "spare"]);
    expect(rig.eventsOf("retry_fallback_applied", "retry_fallback_succeeded")).toEqual([
      { type: "retry_fallback_applied", from: "fake/m", to: "fake/spare" },
      { type: "retry_fallback_succeeded", model: "fake/spare" },
    ]);
    rig.models.script(text("still the spare"));
    await rig.session.prompt("more");
    await rig.clock.advance(31 * 60_000);
    rig.models.script(text("the first again"));
    await rig.session.prompt("more");
    expect(rig.models.requests.slice(3).map(({ model }) => model)).toEqual(["spare", "m"]);
  });

  test("a chain is walked to its end, of what can be asked; never means never back", async () => {
    await using rig = createRig({
      others: { spare: 200_000, last: 200_000 },
      settings: {
        "retry.fallbackChains": { default: ["fake/none", "fake/spare", "fake/last"] },
        "retry.fallbackRevertPolicy": "never",
      },
    });
    const usedUp = () => httpError(429, { type: "usage_limit_reached", message: "Used up." });
    rig.models.script(usedUp(), usedUp(), text("from the last"));
    await rig.session.prompt("hi");
    expect(rig.eventsOf("retry_fallback_applied").map(({ from, to }) => [from, to])).toEqual([
      ["fake/m", "fake/spare"],
      ["fake/spare", "fake/last"],
    ]);
    await rig.clock.advance(24 * 3_600_000);
    rig.models.script(text("still"));
    await rig.session.prompt("more");
    expect(rig.models.requests.map(({ model }) => model)).toEqual(["m", "spare", "last", "last"]);
    rig.models.script(usedUp(), text("the spare has rested"));
    await rig.session.prompt("again");
    await rig.reopen();
    expect(rig.session.model.id).toBe("spare");
  });

  test("the delay doubles and never falls below what was asked", () => {
    fc.assert(
      fc.property(fc.nat(8), fc.nat(10_000), fc.nat(100_000), (tries, base, asked) => {
        const delay = retryDelayMs(tries, base, asked);
        expect(delay).toBeGreaterThanOrEqual(asked);
        expect(delay === asked || delay === base * 2 ** tries).toBe(true);
      }),
    );
  });
});
