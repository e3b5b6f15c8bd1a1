// From a name to a model: precedence, levels, guesses, and misses that explain themselves (MOD-09).
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { loadModels, loadOfficialIds } from "../catalog.ts";
import { testModel } from "../fixtures/test-model.ts";
import type { Model } from "../model.ts";
import { indexOfficialIds } from "./canonical-id.ts";
import { buildCanonicalIndex, type Preference } from "./canonical-index.ts";
import vectors from "./fixtures/models.json" with { type: "json" };
import { resolveModel, selectorOf, type ModelSpace, type Resolution } from "./resolve.ts";
import { formatSelector } from "./selector.ts";

const official = indexOfficialIds(await loadOfficialIds());

function space(models: readonly Model[], preference: Preference = {}): ModelSpace {
  return { models, canonical: buildCanonicalIndex(models, official), ...preference };
}

function told(resolution: Resolution): string {
  return resolution.ok
    ? `${resolution.by} ${formatSelector({ ...resolution.model, ...resolution })}`
    : resolution.problem;
}

describe("observed names", () => {
  const known = space(vectors.models.map((selector) => testModel(selector)));
  test.each(vectors.patterns)("$pattern", ({ pattern, result }) => {
    const found = resolveModel(pattern, known);
    const { model, thinkingLevel } = found.ok ? found : {};
    expect(model && selectorOf(model)).toBe(result.model);
    expect(thinkingLevel as string | undefined).toBe(result.thinking as string);
  });
});

describe("precedence", () => {
  const known = space(
    [
      "openai/gpt-5.4",
      "gateway/openai/gpt-5.4",
      "gateway/claude-sonnet-4.6",
      "anthropic/claude-sonnet-4-6",
      "gateway/think:low",
      "gateway/think",
      "alpha/gpt-5.4-mini",
    ].map((selector) => testModel(selector)),
  );

  test.each([
    ["gateway/openai/gpt-5.4", "selector gateway/openai/gpt-5.4"],
    ["openai/gpt-5.4", "selector openai/gpt-5.4"],
    ["OpenAI/GPT-5.4", "selector openai/gpt-5.4"],
    ["gpt-5.4", "canonical openai/gpt-5.4"],
    ["claude-sonnet-4-6", "canonical gateway/claude-sonnet-4.6"],
    ["claude-sonnet-4.6", "id gateway/claude-sonnet-4.6"],
    ["gateway/think:low", "selector gateway/think:low"],
    ["gateway/think:low:high", "selector gateway/think:low:high"],
    ["gateway/think:high", "selector gateway/think:high"],
    ["  gpt-5.4:minimal ", "canonical openai/gpt-5.4:minimal"],
    ["sonnet", "match gateway/claude-sonnet-4.6"],
    ["anthropic/sonnet:off", "match anthropic/claude-sonnet-4-6:off"],
    ["mini", "match alpha/gpt-5.4-mini"],
  ])("%s -> %s", (text, expected) => {
    expect(told(resolveModel(text, known))).toBe(expected);
  });

  test("a wanted provider decides official ids and guesses, not exact selectors", () => {
    const wanting = { ...known, providerOrder: ["anthropic"] };
    expect(told(resolveModel("claude-sonnet-4-6", wanting))).toBe(
      "canonical anthropic/claude-sonnet-4-6",
    );
    expect(told(resolveModel("sonnet", wanting))).toBe("match anthropic/claude-sonnet-4-6");
    expect(told(resolveModel("gateway/claude-sonnet-4.6", wanting))).toBe(
      "selector gateway/claude-sonnet-4.6",
    );
  });

  test("models without credentials are passed over, unless they are named exactly", () => {
    const isAvailable = (model: Model): boolean => model.provider !== "gateway";
    const some = { ...known, isAvailable };
    expect(told(resolveModel("claude-sonnet-4-6", some))).toBe(
      "canonical anthropic/claude-sonnet-4-6",
    );
    expect(told(resolveModel("sonnet", some))).toBe("match anthropic/claude-sonnet-4-6");
    expect(told(resolveModel("gateway/think", some))).toBe("selector gateway/think");
    expect(told(resolveModel("think", some))).toBe("canonical gateway/think");
  });
});

describe("misses", () => {
  const known = space([testModel("openai/gpt-5.4"), testModel("anthropic/claude-sonnet-4-6")]);
  test.each([
    ["", "no model was named", []],
    ["gpt-5.4:hihg", '"hihg" is no thinking level', ["openai/gpt-5.4"]],
    ["claude-sonet-4-6", 'no model matches "claude-sonet-4-6"', ["claude-sonnet-4-6"]],
    ["zzz", 'no model matches "zzz"', []],
  ])("%p: %s", (text, problem, suggestions) => {
    const missed = resolveModel(text, known);
    expect(missed.ok).toBe(false);
    if (missed.ok) return;
    expect(missed.problem).toStartWith(problem);
    expect([...missed.suggestions]).toEqual(suggestions);
  });
});

const models = await loadModels(["anthropic", "openai", "google", "openrouter", "nanogpt"]);

describe("among the bundled models", () => {
  const all = space(models);

  test("every model answers to its own selector, with and without a level", () => {
    fc.assert(
      fc.property(fc.constantFrom(...models), (model) => {
        const plain = resolveModel(selectorOf(model), all);
        expect(plain.ok && plain.model).toBe(model);
        const named = `${selectorOf(model)}:high`;
        // A model that is called so is meant before a level of another one.
        const own = models.find((each) => selectorOf(each) === named);
        const level = resolveModel(named, all);
        expect(level.ok && [level.model, level.thinkingLevel]).toEqual(
          own === undefined ? [model, "high"] : [own, undefined],
        );
      }),
    );
  });

  test.each([
    ["sonnet", "anthropic/claude-sonnet-5"],
    ["opus", "anthropic/claude-opus-5-5"],
    ["haiku", "anthropic/claude-haiku-4-5"],
    ["opus 4.6", "anthropic/claude-opus-4-6"],
    ["opus46", "anthropic/claude-opus-4-6"],
    ["kimi", "openrouter/moonshotai/kimi-k3"],
    ["gemini pro", "google/gemini-3.1-pro-preview"],
  ])("%s means %s", (text, selector) => {
    const found = resolveModel(text, all);
    expect(found.ok && selectorOf(found.model)).toBe(selector);
  });
});
