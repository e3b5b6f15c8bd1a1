// A runtime that is too old is refused with what to do; the one in use is not.
import { expect, test } from "bun:test";
import { runtimeProblem } from "./runtime-guard.ts";

test.each(["1.4.0", "1.4.4", "1.10.0", "2.0.0-canary.1", Bun.version])(
  "Bun %s is taken",
  (version) => expect(runtimeProblem(version)).toBeUndefined(),
);

test.each(["1.3.9", "1.1.0", "0.8.1", "", "soon"])("Bun %p is refused", (version) => {
  expect(runtimeProblem(version)).toStartWith("omp needs Bun 1.4 or newer");
});
