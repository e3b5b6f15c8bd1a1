// `omp models`: which models there are and what they cost; by default only those that can be used now.
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { matchModels } from "@oh-my-pi/pi-catalog/match";
import { loadAllModels } from "../../services/model-registry.ts";
import { modelSources, openStore } from "../../services/model-sources.ts";
import type { ModelHome } from "../../services/models/model-home.ts";
import { modelPreferences } from "../../services/models/model-preferences.ts";
import type { ExitName } from "../../platform/exit-codes.ts";
import { UserError } from "../../platform/exit-codes.ts";
import { type CliCommand, type CommandCall, JSON_FLAG, jsonText } from "../command.ts";
import { alignRows, priceText, tokensText } from "../table.ts";

export default {
  summary: "list the models that can be used",
  forms: [
    ["models", "models with a key, a login or a local server"],
    ["models <pattern>", "those whose name fits"],
    ["models --all", "also models that nobody has a key for"],
  ],
  examples: [
    ["omp models sonnet", "find the name for --model"],
    ["omp models --all gpt-5", "also where you have no key"],
    ["omp models --json | jq '.models[].id'", "for a program"],
  ],
  maxWords: Number.POSITIVE_INFINITY,
  flags: [
    { name: "all", short: "a", group: "other", help: "also models without credentials" },
    JSON_FLAG,
  ],
  run,
} satisfies CliCommand;

async function run({ args, host, assembly, output }: CommandCall): Promise<ExitName> {
  using store = await openStore(host);
  const preferences = modelPreferences(await assembly.loadSettings(host), host);
  const home = await loadAllModels(modelSources(host, store, preferences));
  for (const note of home.notes) output.err.write(`omp: ${note}\n`);
  const isAll = args.flags.has("all");
  const pattern = args.words.join(" ").trim();
  const usable = home.registry.models.filter(
    (model) => isAll || home.hasCredentials(model.provider),
  );
  const fitting = pattern === "" ? usable : fittingModels(pattern, usable);
  if (args.flags.has("json")) {
    output.out.write(jsonText(toJson(home, fitting)));
    return "ok";
  }
  if (fitting.length === 0) throw new UserError(emptyText(pattern, usable.length, isAll), "error");
  output.out.write(pageText(home, fitting));
  return "ok";
}

/** Those that contain the pattern, in their order; only where there is none, those it might mean. */
function fittingModels(pattern: string, models: readonly Model[]): readonly Model[] {
  const wanted = pattern.toLowerCase();
  const containing = models.filter(({ provider, id, name }) =>
    `${provider}/${id} ${name}`.toLowerCase().includes(wanted),
  );
  return containing.length > 0 ? containing : matchModels(pattern, models);
}

function emptyText(pattern: string, usable: number, isAll: boolean): string {
  const rest = isAll ? "" : " See omp models --all for those without a key.";
  if (usable > 0) return `No model fits "${pattern}".${rest}`;
  return "No model can be used yet. Set a key such as ANTHROPIC_API_KEY, run omp auth add <provider>, or start Ollama; omp models --all lists all.";
}

/** Official models with more than one provider, or under another name than their provider's. */
function canonicalGroups(home: ModelHome, models: readonly Model[]) {
  const shown = new Set(models);
  return [...home.registry.canonical.values()].flatMap(({ id, variants }) => {
    const own = variants.filter((model) => shown.has(model));
    return own.length === 0 ? [] : [{ id, variants: own }];
  });
}

function pageText(home: ModelHome, models: readonly Model[]): string {
  const groups = canonicalGroups(home, models).map(({ id, variants }) => [
    id,
    [...new Set(variants.map(({ provider }) => provider))].join(", "),
  ]);
  const rows = models.map((model) => [
    `${model.provider}/${model.id}`,
    tokensText(model.contextWindow),
    tokensText(model.maxTokens),
    priceText(model.cost),
    [model.reasoning ? "thinking" : "", model.input.includes("image") ? "images" : ""]
      .filter(Boolean)
      .join(", "),
    home.hasCredentials(model.provider) ? "" : "(no key)",
  ]);
  const official = alignRows([["Official id", "Providers"], ...groups]);
  const concrete = alignRows([["Model", "Context", "Output", "$/M in/out", "Can", ""], ...rows]);
  return groups.length === 0 ? concrete : `${official}\n${concrete}`;
}

function toJson(home: ModelHome, models: readonly Model[]) {
  return {
    canonical: canonicalGroups(home, models).map(({ id, variants }) => ({
      id,
      variants: variants.map((model) => `${model.provider}/${model.id}`),
    })),
    // Headers and the like may hold secrets; only what is listed here is printed.
    models: models.map(
      ({ id, name, provider, api, reasoning, input, cost, contextWindow, maxTokens }) => ({
        id,
        name,
        provider,
        api,
        reasoning,
        input,
        cost,
        contextWindow,
        maxTokens,
        isUsable: home.hasCredentials(provider),
      }),
    ),
  };
}
