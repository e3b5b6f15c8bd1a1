// Narrows the models to those that a list of patterns allows (`--models`, `enabledModels`).
import type { Model, ThinkingLevel } from "../model.ts";
import { compileGlob, isGlob } from "./glob.ts";
import { resolveModel, selectorOf, type ModelSpace } from "./resolve.ts";
import { splitThinking } from "./selector.ts";

/** A model inside the scope, with the thinking level that its pattern asked for. */
export interface ScopedModel {
  model: Model;
  thinkingLevel?: ThinkingLevel;
}

/** A pattern that led nowhere. */
export interface ScopeProblem {
  pattern: string;
  problem: string;
  suggestions: readonly string[];
}

/** The models in scope in the order of the patterns, and the patterns that matched nothing. */
export interface Scope {
  models: readonly ScopedModel[];
  problems: readonly ScopeProblem[];
}

/** Splits the comma-separated form of the command line; commas inside braces belong to a glob. */
export function splitPatterns(list: string): string[] {
  return list
    .split(/,(?![^{]*\})/)
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== "");
}

function expandGlob(glob: string, models: readonly Model[]): Model[] {
  const matches = compileGlob(glob);
  return models.filter((model) => matches(selectorOf(model)) || matches(model.id));
}

type Expansion = { models: readonly Model[]; thinkingLevel?: ThinkingLevel } | ScopeProblem;

function expandExact(name: string, space: ModelSpace): readonly Model[] {
  const selected = space.models.filter((model) => selectorOf(model) === name);
  return selected.length > 0 ? selected : (space.canonical.get(name.toLowerCase())?.variants ?? []);
}

function expandPattern(pattern: string, space: ModelSpace): Expansion {
  const whole = expandExact(pattern, space);
  if (whole.length > 0) return { models: whole };
  const { name, thinkingLevel } = splitThinking(pattern);
  const level = thinkingLevel === undefined ? {} : { thinkingLevel };
  const exact = expandExact(name, space);
  if (exact.length > 0) return { models: exact, ...level };
  if (isGlob(name)) {
    const models = expandGlob(name, space.models);
    const problem = `no model matches "${name}"`;
    return models.length > 0 ? { models, ...level } : { pattern, problem, suggestions: [] };
  }
  const found = resolveModel(pattern, space);
  if (!found.ok) return { pattern, problem: found.problem, suggestions: found.suggestions };
  return { models: [found.model], ...level };
}

/**
 * Expands patterns to models: `provider/id` stays exact, an official id stands for all its variants,
 * globs and loose names pick concrete models. The first pattern that names a model decides its level.
 */
export function expandScope(patterns: readonly string[], space: ModelSpace): Scope {
  const models = new Map<string, ScopedModel>();
  const problems: ScopeProblem[] = [];
  for (const pattern of patterns.map((text) => text.trim()).filter((text) => text !== "")) {
    const expansion = expandPattern(pattern, space);
    if ("problem" in expansion) {
      problems.push(expansion);
      continue;
    }
    const { thinkingLevel } = expansion;
    for (const model of expansion.models) {
      if (models.has(selectorOf(model))) continue;
      models.set(selectorOf(model), thinkingLevel ? { model, thinkingLevel } : { model });
    }
  }
  return { models: [...models.values()], problems };
}
