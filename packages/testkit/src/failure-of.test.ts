// A success is not mistaken for a failure.
import { expect, test } from "bun:test";
import { failureOf } from "./failure-of.ts";

test("gives the error, and fails on success", async () => {
  const failure = new Error("down");
  expect(await failureOf(Promise.reject(failure))).toBe(failure);
  expect((await failureOf(failureOf(Promise.resolve(7)))).message).toBe(
    "expected a failure, got 7",
  );
});
