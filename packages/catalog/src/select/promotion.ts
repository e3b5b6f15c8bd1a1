// Where to go when a conversation no longer fits a model's context window. Picks by the models' own
// data; switching is somebody else's business.
import type { Model } from "../model.ts";
import { selectorOf } from "./resolve.ts";

function configuredTarget(model: Model, models: readonly Model[]): Model | undefined {
  const target = model.contextPromotionTarget;
  if (target === undefined) return undefined;
  return (
    models.find((other) => other.provider === model.provider && other.id === target) ??
    models.find((other) => selectorOf(other) === target)
  );
}

function sharedPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/**
 * The model to move to when `model` overflows: the one it names, else the smallest larger one of the
 * same provider and wire format; of equals the one with the most similar name. Models for which
 * `hasCredentials` says no, and such as hold no more than `model`, are left out.
 */
export function promotionTarget(
  model: Model,
  models: readonly Model[],
  hasCredentials: (model: Model) => boolean,
): Model | undefined {
  const isBetter = (other: Model): boolean =>
    other.contextWindow > model.contextWindow && hasCredentials(other);
  const configured = configuredTarget(model, models);
  if (configured && isBetter(configured)) return configured;
  const similarity = (other: Model): number => sharedPrefix(model.id, other.id);
  return models
    .filter((other) => other.provider === model.provider && other.api === model.api)
    .filter(isBetter)
    .toSorted((a, b) => a.contextWindow - b.contextWindow || similarity(b) - similarity(a))[0];
}
