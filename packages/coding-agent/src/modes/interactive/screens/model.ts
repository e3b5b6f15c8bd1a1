// The model selector: every model that can be asked, all together, by its official id or by provider, and what it is
// chosen for.
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { selectorOf } from "@oh-my-pi/pi-catalog/resolve";
import type { SelectItem } from "@oh-my-pi/pi-tui/select-list";
import { modelRoles } from "../../../services/settings.ts";
import type { Face } from "../face.ts";
import { pick, type PickTab } from "../pick.ts";
import { defineScreen } from "../screen.ts";

/** The argument with which the choice holds for this session and no role is asked for. */
const TEMPORARY = "--temporary";
const ONLY_NOW = "";
const ROLES: Readonly<Record<string, string>> = {
  default: "what new sessions start with",
  smol: "small jobs, such as titles",
  slow: "hard questions",
  vision: "pictures",
  plan: "plans",
  designer: "design",
  commit: "commit messages",
  task: "subagents",
};

/** What an entry stands for: the model that is asked, and what a role keeps of it. */
interface ModelEntry {
  readonly item: SelectItem;
  readonly model: Model;
  /** The official id lets the provider be chosen anew each time; `provider/id` names one. */
  readonly selector: string;
}

export default defineScreen({
  async open(face, argument) {
    const isTemporary = argument === TEMPORARY;
    const [concrete, official] = await entries(face);
    const chosen = await pick(face, {
      title: isTemporary ? "Choose a model for this session" : "Choose a model",
      items: itemsOf(concrete),
      current: selectorOf(face.sessions.current.model),
      query: isTemporary ? "" : argument,
      tabs: tabsOf(concrete, official),
      maxLabelColumns: 48,
    });
    const entry = [...concrete, ...official].find(({ item }) => item.value === chosen);
    if (entry === undefined) return;
    const role = isTemporary ? ONLY_NOW : await pickRole(face, entry.selector);
    if (role === undefined) return;
    if (role !== ONLY_NOW) await setRole(face, role, entry.selector);
    if (role !== ONLY_NOW && role !== "default")
      return face.notice("info", `Model for ${role}: ${entry.selector}`);
    const { provider, id: modelId } = entry.model;
    await face.sessions.send({ type: "set_model", provider, modelId });
    face.notice("info", `Model: ${selectorOf(entry.model)}`);
  },
});

/** Every model that can be asked: as providers have them, and under their official ids. */
async function entries(face: Face): Promise<[ModelEntry[], ModelEntry[]]> {
  const found = await face.sessions.send({ type: "get_available_models", canonical: true });
  const { models, canonical = [] } = found as {
    models: readonly Model[];
    canonical?: readonly { id: string; selector: string; providers: readonly string[] }[];
  };
  const concrete = models.map((model): ModelEntry => {
    const selector = selectorOf(model);
    return { model, selector, item: { value: selector, label: selector, description: model.name } };
  });
  const official = canonical.flatMap(({ id, selector, providers }): ModelEntry[] => {
    const model = concrete.find((entry) => entry.selector === selector)?.model;
    const description = `${selector}${providers.length > 1 ? `, of ${providers.join(", ")}` : ""}`;
    const item = { value: `canonical ${id}`, label: id, description };
    return model === undefined ? [] : [{ model, selector: id, item }];
  });
  return [concrete, official];
}

/** All models, the official ones, then those of each provider. */
function tabsOf(concrete: readonly ModelEntry[], official: readonly ModelEntry[]): PickTab[] {
  const byProvider = Map.groupBy(concrete, ({ model }) => model.provider);
  const providers = [...byProvider].map(([label, own]) => ({ label, items: itemsOf(own) }));
  return [
    { label: "all", items: itemsOf(concrete) },
    { label: "canonical", items: itemsOf(official) },
    ...(providers.length > 1 ? providers : []),
  ];
}

function itemsOf(list: readonly ModelEntry[]): readonly SelectItem[] {
  return list.map(({ item }) => item);
}

function pickRole(face: Face, chosen: string): Promise<string | undefined> {
  const roles = face.sessions.held.settings.get(modelRoles);
  const named = {
    ...ROLES,
    ...Object.fromEntries(Object.keys(roles).map((role) => [role, ROLES[role] ?? ""])),
  };
  return pick(face, {
    title: `Use ${chosen}`,
    items: [
      { value: ONLY_NOW, label: "in this session" },
      ...Object.entries(named).map(([role, about]) => ({
        value: role,
        label: `as ${role}`,
        description: [about, roles[role] === undefined ? "" : `(now ${roles[role]})`]
          .join(" ")
          .trim(),
      })),
    ],
  });
}

async function setRole(face: Face, role: string, selector: string): Promise<void> {
  const { settings } = face.sessions.held;
  await settings.set(modelRoles, { ...settings.get(modelRoles), [role]: selector });
}
