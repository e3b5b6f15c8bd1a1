// Polling returns what it waited for, and a failure says what it last saw.
import { expect, test } from "bun:test";
import { eventually } from "./eventually.ts";
import { failureOf } from "./failure-of.ts";

test("returns the first value that is neither false, null nor undefined", async () => {
  const answers = [undefined, null, false, 0];
  expect(await eventually(() => answers.shift(), { intervalMs: 0 })).toBe(0);
  expect(answers).toEqual([]);
});

test("a throw means not yet", async () => {
  let calls = 0;
  const value = await eventually(
    () => {
      calls += 1;
      if (calls < 3) throw new Error("not yet");
      return "there";
    },
    { intervalMs: 0 },
  );
  expect([value, calls]).toEqual(["there", 3]);
});

test("after the deadline it fails with the last reason", async () => {
  const never = eventually(() => false, { timeoutMs: 0, what: "the moon" });
  expect((await failureOf(never)).message).toContain(
    "the moon did not come true within 0 ms: it was false",
  );
  const broken = eventually(() => Promise.reject(new Error("no file")), { timeoutMs: 0 });
  expect((await failureOf(broken)).message).toContain("Error: no file");
});
