// Which model a session starts with. Asks in a fixed order and says which answer it took; what the
// user asked for by name is never replaced by something else.
import type { Model, ThinkingLevel } from "../model.ts";
import { nearestNames } from "../nearest.ts";
import type { ProviderSummary } from "../provider.ts";
import { selectorOf, type Resolution } from "./resolve.ts";
import { resolveModelOrRole, type RoleSpace } from "./roles.ts";
import type { ScopedModel } from "./scope.ts";

/** What is known when a session starts. */
export interface InitialRequest {
  /** `--model`, and the older `--provider` beside it. */
  cliModel?: string;
  cliProvider?: string;
  scoped?: readonly ScopedModel[];
  isResuming?: boolean;
  /** The saved default, usually the role `default`. */
  savedDefault?: string;
  /** Shipped providers in their usual order, for their default models. */
  providers?: readonly Pick<ProviderSummary, "id" | "defaultModel">[];
}

/** Where the model came from. */
export type InitialSource = "cli" | "scope" | "saved" | "provider-default" | "first-available";

/** The model to start with, or why there is none. */
export type InitialChoice =
  | {
      ok: true;
      model: Model;
      thinkingLevel?: ThinkingLevel;
      source: InitialSource;
      /** What was passed over, and why. */
      notes: readonly string[];
    }
  | { ok: false; problem: string; suggestions: readonly string[] };

function resolveCli(request: InitialRequest, space: RoleSpace): Resolution | undefined {
  const { cliModel, cliProvider } = request;
  if (cliProvider === undefined) {
    return cliModel === undefined ? undefined : resolveModelOrRole(cliModel, space);
  }
  const own = space.models.filter((model) => model.provider === cliProvider);
  if (own.length === 0) {
    const names = [...new Set(space.models.map((model) => model.provider))];
    const suggestions = nearestNames(cliProvider, names);
    return { ok: false, problem: `no models of a provider "${cliProvider}"`, suggestions };
  }
  const fallback = request.providers?.find((provider) => provider.id === cliProvider)?.defaultModel;
  const name = cliModel ?? fallback ?? own[0]?.id ?? "";
  const isMine = (model: Model): boolean => model.provider === cliProvider;
  const within = { ...space, models: own, isAvailable: isMine };
  const direct = own.find((model) => model.id === name || selectorOf(model) === name);
  return direct ? { ok: true, model: direct, by: "selector" } : resolveModelOrRole(name, within);
}

function providerDefault(request: InitialRequest, available: readonly Model[]): Model | undefined {
  for (const { id, defaultModel } of request.providers ?? []) {
    const model = available.find((each) => each.provider === id && each.id === defaultModel);
    if (model) return model;
  }
  return undefined;
}

/**
 * Chooses the model to start with: the command line, the first model in scope (unless a session is
 * resumed), the saved default, a provider's default, the first model that is available.
 */
export function chooseInitialModel(request: InitialRequest, space: RoleSpace): InitialChoice {
  const cli = resolveCli(request, space);
  if (cli) {
    if (!cli.ok) return cli;
    const { model, thinkingLevel } = cli;
    return { ok: true, model, ...(thinkingLevel && { thinkingLevel }), source: "cli", notes: [] };
  }
  const isAvailable = space.isAvailable ?? (() => true);
  const scoped = request.isResuming
    ? undefined
    : request.scoped?.find((entry) => isAvailable(entry.model));
  if (scoped) return { ok: true, ...scoped, source: "scope", notes: [] };
  const notes: string[] = [];
  const saved = request.savedDefault ? resolveModelOrRole(request.savedDefault, space) : undefined;
  if (saved?.ok && isAvailable(saved.model)) {
    const { model, thinkingLevel } = saved;
    return { ok: true, model, ...(thinkingLevel && { thinkingLevel }), source: "saved", notes };
  }
  if (saved) notes.push(passedOver(request.savedDefault ?? "", saved));
  const available = space.models.filter(isAvailable);
  const known = providerDefault(request, available);
  if (known) return { ok: true, model: known, source: "provider-default", notes };
  const [first] = available;
  if (first) return { ok: true, model: first, source: "first-available", notes };
  return { ok: false, problem: "no provider has credentials", suggestions: [] };
}

function passedOver(saved: string, resolution: Resolution): string {
  const why = resolution.ok
    ? `${resolution.model.provider} has no credentials`
    : resolution.problem;
  return `the saved default "${saved}" was passed over: ${why}`;
}
