// The settings, by group: choose one to change it; themes are shown while you look at them.
import type { SelectItem } from "@oh-my-pi/pi-tui/select-list";
import type { Setting } from "../../../settings/setting.ts";
import type { Settings } from "../../../settings/settings.ts";
import { faceDialogs } from "../face-dialogs.ts";
import type { Face } from "../face.ts";
import { pick } from "../pick.ts";
import { defineScreen } from "../screen.ts";
import { settingGroups } from "../setting-groups.ts";

const THEMES: ReadonlySet<string> = new Set(["theme.dark", "theme.light"]);

export default defineScreen({
  async open(face, argument) {
    const { settings } = face.sessions.held;
    for (let current: string | undefined = "", query = argument; ;) {
      const tabs = settingGroups(settings.declared).map(([label, group]) => ({
        label,
        items: group.map((setting) => toItem(setting, settings)),
      }));
      const items = tabs.flatMap((tab) => tab.items);
      const key: string | undefined = await pick(face, {
        title: "Settings",
        items,
        current,
        query,
        tabs: [{ label: "all", items }, ...tabs],
        hint: "Enter changes, Esc closes",
        maxLabelColumns: 60,
      });
      if (key === undefined) return;
      await change(face, key);
      current = key;
      query = "";
    }
  },
});

function toItem(setting: Setting, settings: Settings): SelectItem {
  const mark = settings.origin(setting) === undefined ? "" : " *";
  return {
    value: setting.key,
    label: `${setting.key} = ${show(settings.get(setting))}${mark}`,
    description: setting.doc,
  };
}

async function change(face: Face, key: string): Promise<void> {
  const { settings } = face.sessions.held;
  const setting = settings.find(key);
  if (typeof setting === "string") return;
  if (THEMES.has(key)) return changeTheme(face, setting);
  const text = await newValue(face, setting, show(settings.get(setting)));
  if (text === undefined) return;
  const fit = setting.fitText(text);
  if (!fit.ok) return face.notice("warning", fit.problem);
  await settings.set(setting, fit.value);
  await face.restyle();
  face.notice("info", `${key} = ${show(settings.get(setting))}`);
}

async function newValue(
  face: Face,
  setting: Setting,
  current: string,
): Promise<string | undefined> {
  const words = setting.kind === "boolean" ? ["true", "false"] : setting.allowed;
  const title = `${setting.key}\n${setting.doc}`;
  if (words === undefined) return faceDialogs(face).input(title, current);
  return pick(face, {
    title,
    items: words.map((word) => ({ value: word, label: word })),
    current,
  });
}

async function changeTheme(face: Face, setting: Setting): Promise<void> {
  const { settings } = face.sessions.held;
  const name = await pick(face, {
    title: `${setting.key}\n${setting.doc}`,
    items: face.machine.themes.names().map((value) => ({ value, label: value })),
    current: String(settings.get(setting)),
    onHighlight: (value) => void face.restyle(value),
  });
  if (name !== undefined) await settings.set(setting, name);
  await face.restyle();
}

function show(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
