/** Defends: after everything was cleared, an entry that is shown again is written whole. */
import { expect, test } from "bun:test";
import type { GrowingComponent } from "./component.ts";
import { Transcript } from "./transcript.ts";

test("what was written before a clear is written again", () => {
  const lines = ["one", "two", "three", "four"];
  const part = { render: () => lines, invalidate: () => {} };
  const growing: GrowingComponent = { ...part, parts: [part], settledParts: 0 };
  const transcript = new Transcript();
  transcript.append(growing);
  expect(transcript.takeLive(20, 2)).toMatchObject({ overflow: ["one", "two"] });
  transcript.clear();
  transcript.append(growing, { isSettled: true });
  expect(transcript.takeSettled(20)).toEqual(lines);
});
