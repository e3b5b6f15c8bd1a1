// The `/settings` command: shows settings and changes your own.
import { defineSlashCommand, type SlashPort } from "../slash-command.ts";
import { textTable } from "../text-table.ts";

export default defineSlashCommand({
  name: "settings",
  summary: "See and change settings",
  usage: "[key] [value]",
  propose: (typed, { settings }) =>
    settings.declared
      .filter(({ key }) => key.startsWith(typed))
      .map(({ key, doc }) => ({ value: key, description: doc })),
  async run(argument, port) {
    const [key = "", ...rest] = argument.split(/\s+/);
    if (key === "") {
      if (!port.openScreen("settings")) port.reply(changedSettings(port));
      return;
    }
    const setting = port.settings.find(key);
    if (typeof setting === "string") return port.reply(setting);
    if (rest.length === 0)
      return port.reply(`${key} = ${show(port.settings.get(setting))}\n${setting.doc}`);
    const fit = setting.fitText(rest.join(" "));
    if (!fit.ok) return port.reply(fit.problem);
    await port.settings.set(setting, fit.value);
    port.reply(`${key} = ${show(port.settings.get(setting))}`);
  },
});

function changedSettings({ settings }: SlashPort): string {
  const changed = settings.declared.filter((setting) => settings.origin(setting) !== undefined);
  if (changed.length === 0) return "Every setting has its default. /settings <key> shows one.";
  return textTable(changed.map((setting) => [setting.key, show(settings.get(setting))])).join("\n");
}

function show(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "(not set)");
}
