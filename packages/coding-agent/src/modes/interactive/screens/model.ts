// The model selector: every model that can be asked, by provider or all together, and what it is chosen for.
import type { Model } from "@oh-my-pi/pi-catalog/model";
import type { SelectItem } from "@oh-my-pi/pi-tui/select-list";
import { modelRoles } from "../../../services/settings.ts";
import type { Face } from "../face.ts";
import { pick } from "../pick.ts";
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

export default defineScreen({
  async open(face, argument) {
    const { models } = (await face.sessions.send({ type: "get_available_models" })) as {
      models: readonly Model[];
    };
    const isTemporary = argument === TEMPORARY;
    const { provider, id } = face.sessions.current.model;
    const all = models.map(toItem);
    const chosen = await pick(face, {
      title: isTemporary ? "Choose a model for this session" : "Choose a model",
      items: all,
      current: `${provider}/${id}`,
      query: isTemporary ? "" : argument,
      tabs: tabsOf(models, all),
    });
    const model = models.find((each) => `${each.provider}/${each.id}` === chosen);
    if (model === undefined || chosen === undefined) return;
    const role = isTemporary ? ONLY_NOW : await pickRole(face, chosen);
    if (role === undefined) return;
    if (role !== ONLY_NOW) await setRole(face, role, chosen);
    if (role !== ONLY_NOW && role !== "default")
      return face.notice("info", `Model for ${role}: ${chosen}`);
    await face.sessions.send({ type: "set_model", provider: model.provider, modelId: model.id });
    face.notice("info", `Model: ${chosen}`);
  },
});

function toItem({ provider, id, name }: Model): SelectItem {
  return { value: `${provider}/${id}`, label: `${provider}/${id}`, description: name };
}

/** All models, then those of each provider; one provider needs no tabs. */
function tabsOf(models: readonly Model[], all: readonly SelectItem[]) {
  const byProvider = Map.groupBy(models, ({ provider }) => provider);
  if (byProvider.size < 2) return [];
  const single = [...byProvider].map(([label, own]) => ({ label, items: own.map(toItem) }));
  return [{ label: "all", items: all }, ...single];
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
