// Roles: aliases, chains, levels, and what an open role falls back to (MOD-11).
import { describe, expect, test } from "bun:test";
import { loadModels, loadOfficialIds } from "../catalog.ts";
import type { Model } from "../model.ts";
import { indexOfficialIds } from "./canonical-id.ts";
import { buildCanonicalIndex } from "./canonical-index.ts";
import { selectorOf, type Resolution } from "./resolve.ts";
import { MODEL_ROLES, resolveModelOrRole, resolveRole, type RoleSpace } from "./roles.ts";
import { ROLE_PRIORITIES } from "./role-priorities.ts";
import { formatSelector } from "./selector.ts";

const models = await loadModels(["anthropic", "openai", "google", "groq"]);
const canonical = buildCanonicalIndex(models, indexOfficialIds(await loadOfficialIds()));

function space(roles: Record<string, string>, over: Partial<RoleSpace> = {}): RoleSpace {
  return { models, canonical, roles, ...over };
}

const modelOf = (selector: string): Model => {
  const found = models.find((model) => selectorOf(model) === selector);
  if (!found) throw new Error(`${selector} is not bundled`);
  return found;
};

const told = (found: Resolution): string =>
  found.ok ? formatSelector({ ...found.model, ...found }) : found.problem;

describe("set roles", () => {
  const roles = {
    default: "anthropic/claude-sonnet-5",
    slow: "claude-opus-4-6:xhigh",
    plan: "pi/slow",
    task: "pi/plan:low",
    commit: "pi/default:off",
    mine: "gpt-5.4",
    vision: "no-such-model",
    far: "pi/near:minimal",
    near: "pi/slow:medium",
    designer: "pi/loop",
    loop: "pi/designer",
  };

  test.each([
    ["default", "anthropic/claude-sonnet-5"],
    ["slow", "anthropic/claude-opus-4-6:xhigh"],
    ["plan", "anthropic/claude-opus-4-6:xhigh"],
    ["task", "anthropic/claude-opus-4-6:low"],
    ["commit", "anthropic/claude-sonnet-5:off"],
    ["near", "anthropic/claude-opus-4-6:medium"],
    ["far", "anthropic/claude-opus-4-6:minimal"],
    ["mine", "openai/gpt-5.4"],
    ["vision", 'no model matches "no-such-model"'],
    ["designer", "the roles point at each other: designer -> loop -> designer"],
  ])("%s is %s", (role, expected) => {
    expect(told(resolveRole(role, space(roles)))).toBe(expected);
  });

  test.each([
    ["pi/slow", "anthropic/claude-opus-4-6:xhigh"],
    ["pi/slow:minimal", "anthropic/claude-opus-4-6:minimal"],
    ["PI/Slow:HIGH", "anthropic/claude-opus-4-6:high"],
    ["gpt-5.4:low", "openai/gpt-5.4:low"],
  ])("the name %s is %s", (text, expected) => {
    expect(told(resolveModelOrRole(text, space(roles)))).toBe(expected);
  });

  test("a role that does not exist is refused with those that do", () => {
    const problem = told(resolveModelOrRole("pi/smoll", space(roles)));
    expect(problem).toStartWith('"smoll" is no role (default, smol,');
    expect(told(resolveRole("constructor", space(roles)))).toContain("is no role");
  });
});

describe("open roles", () => {
  test("follow the default, or the model in use", () => {
    const set = space({ default: "anthropic/claude-opus-4-6:low" });
    for (const role of ["vision", "plan", "commit", "task"]) {
      expect(told(resolveRole(role, set))).toBe("anthropic/claude-opus-4-6:low");
    }
    const current = modelOf("openai/gpt-5.4");
    expect(told(resolveRole("plan", space({}, { current })))).toBe("openai/gpt-5.4");
    expect(told(resolveRole("default", space({})))).toBe('no model is set for the role "default"');
  });

  test.each([
    ["smol", undefined, "anthropic/claude-haiku-4-5"],
    ["slow", undefined, "anthropic/claude-opus-5-5"],
    ["designer", undefined, "google/gemini-3.1-pro-preview"],
    ["smol", "openai/gpt-6-sol", "openai/gpt-6-luna"],
    ["slow", "google/gemini-3.8-flash", "google/gemini-3.1-pro-preview"],
  ])("%s beside %p is %s", (role, current, expected) => {
    const over = current ? { current: modelOf(current) } : {};
    expect(told(resolveRole(role, space({}, over)))).toBe(expected);
  });

  test("only models with credentials are taken", () => {
    const isAvailable = (model: Model): boolean => model.provider === "groq";
    const only = space({ default: "groq/openai/gpt-oss-120b" }, { isAvailable });
    expect(told(resolveRole("smol", only))).toStartWith("groq/");
    expect(told(resolveRole("slow", only))).toBe("groq/openai/gpt-oss-120b");
  });

  test("every role with candidates of its own has some among the bundled models", () => {
    for (const role of Object.keys(ROLE_PRIORITIES)) {
      expect(MODEL_ROLES as readonly string[]).toContain(role);
      expect(resolveRole(role, space({})).ok).toBe(true);
    }
  });
});
