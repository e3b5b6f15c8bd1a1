// A model's generation is read from every spelling of its id.
import { expect, test } from "bun:test";
import { claudeTraits } from "./claude-traits.ts";

type Row = [id: string, isAdaptive: boolean, hidesThinking: boolean, needsBeta: boolean];
const rows: Row[] = [
  ["claude-3-5-sonnet-20241022", false, false, false],
  ["claude-3-haiku-20240307", false, false, false],
  ["claude-opus-4-20250514", false, false, true],
  ["claude-sonnet-4-5-20250929", false, false, true],
  ["anthropic/claude-sonnet-4.5", false, false, true],
  ["claude-haiku-4-5", false, false, true],
  ["claude-opus-4-6", true, false, false],
  ["us.anthropic.claude-opus-4-6-v1:0", true, false, false],
  ["claude-opus-4-7", true, true, false],
  ["claude-opus-4-10", true, true, false],
  ["claude-sonnet-5", true, true, false],
  ["claude-opus-5-5", true, true, false],
  ["claude-fable-5-1", true, true, false],
  ["claude-mythos-preview", true, true, false],
];

test.each(rows)("%s", (id, isAdaptive, hidesThinking, needsBeta) => {
  const traits = claudeTraits(id);
  expect(traits?.thinksAdaptively).toBe(isAdaptive);
  expect(traits?.hidesThinking).toBe(hidesThinking);
  expect(traits?.needsInterleavedBeta).toBe(needsBeta);
});

test("other models have none", () => {
  for (const id of ["kimi-k2", "glm-5", "MiniMax-M2"]) expect(claudeTraits(id)).toBeUndefined();
});

test("fast mode is for opus since 4.6", () => {
  expect(claudeTraits("claude-opus-4-6")?.hasFastMode).toBe(true);
  expect(claudeTraits("claude-opus-4-5")?.hasFastMode).toBe(false);
  expect(claudeTraits("claude-sonnet-5")?.hasFastMode).toBe(false);
});
