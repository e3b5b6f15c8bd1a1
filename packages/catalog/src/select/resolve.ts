// From what somebody wrote to one model: exact names first, guesses last, and a clear answer when
// nothing fits. Works on the models it is given; knows no settings and no files.
import type { Model, ThinkingLevel } from "../model.ts";
import { nearestNames } from "../nearest.ts";
import { chooseVariant, type CanonicalIndex, type Preference } from "./canonical-index.ts";
import { matchModels } from "./match.ts";
import { splitThinking, THINKING_LEVELS } from "./selector.ts";

/** What a name is looked up in. */
export interface ModelSpace extends Preference {
  models: readonly Model[];
  canonical: CanonicalIndex;
}

/** How a name led to its model, surest first. */
export type ResolvedBy = "selector" | "canonical" | "id" | "match";

/** A model that was found, or why none was. */
export type Resolution =
  | { ok: true; model: Model; thinkingLevel?: ThinkingLevel; by: ResolvedBy }
  | { ok: false; problem: string; suggestions: readonly string[] };

/** `provider/id` of a model. */
export function selectorOf(model: Pick<Model, "provider" | "id">): string {
  return `${model.provider}/${model.id}`;
}

interface Found {
  model: Model;
  by: ResolvedBy;
}

/** The one model that `name` spells out, by selector, official id or bare id. */
export function findExact(name: string, space: ModelSpace): Found | undefined {
  const wanted = name.toLowerCase();
  const exact =
    space.models.find((model) => selectorOf(model) === name) ??
    space.models.find((model) => selectorOf(model).toLowerCase() === wanted);
  if (exact) return { model: exact, by: "selector" };
  const variants = space.canonical.get(wanted)?.variants ?? [];
  const variant = chooseVariant(variants, space);
  if (variant) return { model: variant, by: "canonical" };
  const sameId = space.models.filter((model) => model.id.toLowerCase() === wanted);
  // Nobody has credentials: naming the model is still better than guessing another one.
  const bare = chooseVariant(sameId, space) ?? variants[0] ?? sameId[0];
  return bare && { model: bare, by: variants.includes(bare) ? "canonical" : "id" };
}

/**
 * Finds the model that `text` means: exact `provider/id`, official id, bare id, then the best match.
 * A trailing `:level` sets the thinking level unless it is part of an exact name.
 */
export function resolveModel(text: string, space: ModelSpace): Resolution {
  const whole = text.trim();
  if (whole === "") return { ok: false, problem: "no model was named", suggestions: [] };
  const asWritten = findExact(whole, space);
  if (asWritten) return { ok: true, ...asWritten };
  const { name, thinkingLevel } = splitThinking(whole);
  const level = thinkingLevel === undefined ? {} : { thinkingLevel };
  const exact = thinkingLevel === undefined ? undefined : findExact(name, space);
  if (exact) return { ok: true, ...exact, ...level };
  const [match] = matchModels(name, space.models, space);
  if (match) return { ok: true, model: match, by: "match", ...level };
  return explainMiss(whole, space);
}

function explainMiss(text: string, space: ModelSpace): Resolution {
  const colon = text.lastIndexOf(":");
  const stem = colon > 0 ? text.slice(0, colon) : "";
  const meant = stem === "" ? undefined : (findExact(stem, space) ?? guess(stem, space));
  if (meant) {
    const problem = `"${text.slice(colon + 1)}" is no thinking level (${THINKING_LEVELS.join(", ")})`;
    return { ok: false, problem, suggestions: [selectorOf(meant.model)] };
  }
  const names = space.models.flatMap((model) => [selectorOf(model), model.id]);
  const suggestions = [...new Set([...nearestNames(text, names), ...nearestGroups(text, space)])];
  return { ok: false, problem: `no model matches "${text}"`, suggestions: suggestions.slice(0, 3) };
}

function guess(stem: string, space: ModelSpace): Found | undefined {
  const [model] = matchModels(stem, space.models, space);
  return model && { model, by: "match" };
}

function nearestGroups(text: string, space: ModelSpace): string[] {
  return nearestNames(
    text,
    [...space.canonical.values()].map((group) => group.id),
  );
}
