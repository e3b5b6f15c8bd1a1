// The model that a session starts with (MOD-10).
import { describe, expect, test } from "bun:test";
import { testModel } from "../fixtures/test-model.ts";
import { buildCanonicalIndex } from "./canonical-index.ts";
import { chooseInitialModel, type InitialRequest } from "./initial-model.ts";
import { selectorOf } from "./resolve.ts";

const models = ["a/one", "a/two", "b/one", "b/three", "c/four"].map((name) => testModel(name));
const canonical = buildCanonicalIndex(models, new Map());
const providers = [
  { id: "none", defaultModel: "x" },
  { id: "b", defaultModel: "three" },
  { id: "a", defaultModel: "two" },
];
const scoped = [{ model: testModel("c/four"), thinkingLevel: "low" as const }];

function choose(request: InitialRequest, available = ["a", "b", "c"]): string {
  const isAvailable = (model: { provider: string }): boolean => available.includes(model.provider);
  const choice = chooseInitialModel(request, {
    models,
    canonical,
    roles: { smol: "a/two" },
    isAvailable,
  });
  if (!choice.ok) return choice.problem;
  const level = choice.thinkingLevel ? `:${choice.thinkingLevel}` : "";
  return `${choice.source} ${selectorOf(choice.model)}${level}`;
}

const everything: InitialRequest = {
  cliModel: "a/one:high",
  scoped,
  savedDefault: "b/one:off",
  providers,
};

describe("initial model", () => {
  test("asks in order: command line, scope, saved, provider default, first available", () => {
    const { cliModel: _cli, ...noCli } = everything;
    const { scoped: _scoped, ...noScope } = noCli;
    const { savedDefault: _saved, ...noSaved } = noScope;
    expect(choose(everything)).toBe("cli a/one:high");
    expect(choose(noCli)).toBe("scope c/four:low");
    expect(choose(noScope)).toBe("saved b/one:off");
    expect(choose(noSaved)).toBe("provider-default b/three");
    expect(choose(noSaved, ["c"])).toBe("first-available c/four");
    expect(choose(noSaved, [])).toBe("no provider has credentials");
  });

  test("a resumed session does not take the scope", () => {
    const { cliModel: _cli, ...rest } = everything;
    expect(choose({ ...rest, isResuming: true })).toBe("saved b/one:off");
  });

  test("a scoped model without credentials is passed over", () => {
    expect(choose({ scoped, providers }, ["a"])).toBe("provider-default a/two");
  });

  test.each([
    [{ cliModel: "pi/smol:low" }, "cli a/two:low"],
    [{ cliProvider: "b", cliModel: "one" }, "cli b/one"],
    [{ cliProvider: "b", cliModel: "thre:off" }, "cli b/three:off"],
    [{ cliProvider: "b" }, "cli b/three"],
    [{ cliProvider: "c" }, "cli c/four"],
    [{ cliProvider: "zz" }, 'no models of a provider "zz"'],
    [{ cliModel: "nothing-like-it" }, 'no model matches "nothing-like-it"'],
  ])("%p", (request, expected) => {
    expect(choose({ ...everything, cliModel: undefined, ...request } as InitialRequest)).toBe(
      expected,
    );
  });

  test("a saved default that no longer works is said, not swallowed", () => {
    const space = { models, canonical, roles: {} };
    const gone = chooseInitialModel({ savedDefault: "x/gone", providers }, space);
    expect(gone.ok && gone.notes).toEqual([
      'the saved default "x/gone" was passed over: no model matches "x/gone"',
    ]);
    const isAvailable = (model: { provider: string }): boolean => model.provider === "b";
    const locked = chooseInitialModel(
      { savedDefault: "a/one", providers },
      { ...space, isAvailable },
    );
    expect(locked.ok && [selectorOf(locked.model), ...locked.notes]).toEqual([
      "b/three",
      'the saved default "a/one" was passed over: a has no credentials',
    ]);
  });
});
