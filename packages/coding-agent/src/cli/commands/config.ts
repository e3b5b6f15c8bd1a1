// `omp config`: shows and changes the user's own settings.
import { agentPaths } from "../../platform/agent-paths.ts";
import { type ExitName, UserError } from "../../platform/exit-codes.ts";
import { noteText } from "../../settings/layers.ts";
import type { Setting } from "../../settings/setting.ts";
import type { Settings } from "../../settings/settings.ts";
import {
  type CliCommand,
  type CommandCall,
  JSON_FLAG,
  jsonText,
  unknownAction,
} from "../command.ts";
import { initXdg } from "../init-xdg.ts";

export default {
  summary: "show and change settings",
  forms: [
    ["config list", "every setting, its value and its source"],
    ["config get <key>", "one value"],
    ["config set <key> <value>", "write a value to your config.yml"],
    ["config reset <key>", "take a key out of your config.yml"],
    ["config path", "which settings files are read"],
    ["config init-xdg", "use the XDG directories from now on"],
  ],
  examples: [
    ["omp config list | grep theme", "what there is, and its value now"],
    ["omp config set theme.dark nord", "change it for good"],
    ["omp config reset theme.dark", "back to what omp would do"],
    ["omp config get theme.dark --json", "with its default, type and source"],
  ],
  maxWords: Number.POSITIVE_INFINITY,
  flags: [JSON_FLAG],
  run,
} satisfies CliCommand;

async function run(call: CommandCall): Promise<ExitName> {
  const [action = "list", ...words] = call.args.words;
  const settings = await call.assembly.loadSettings(call.host);
  const isJson = call.args.flags.has("json");
  const { out, err } = call.output;
  const handle = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (handle === undefined) {
    throw unknownAction("config", action, Object.keys(ACTIONS));
  }
  for (const note of settings.notes) err.write(`omp: ${noteText(note)}\n`);
  const { data, text } = await handle(settings, words, call);
  out.write(isJson ? jsonText(data) : text);
  return "ok";
}

interface Answer {
  readonly data: unknown;
  readonly text: string;
}

type Action = (settings: Settings, words: readonly string[], call: CommandCall) => Promise<Answer>;

const ACTIONS: Readonly<Record<string, Action>> = {
  list: async (settings) => ({
    data: Object.fromEntries(
      settings.declared.map((each) => [each.key, hidden(each, facts(settings, each))]),
    ),
    text: settings.declared.map((each) => line(settings, each)).join(""),
  }),
  get: async (settings, [key]) => {
    const setting = find(settings, key, "get <key>");
    return {
      data: { key: setting.key, ...facts(settings, setting) },
      text: `${show(settings.get(setting))}\n`,
    };
  },
  set: async (settings, [key, ...rest]) => {
    const setting = find(settings, key, "set <key> <value>");
    if (rest.length === 0) throw new UserError(`No value: omp config set ${setting.key} <value>.`);
    const fit = setting.fitText(rest.join(" "));
    if (!fit.ok) throw new UserError(fit.problem);
    return change(settings, setting, fit.value, "Set");
  },
  reset: async (settings, [key]) =>
    change(settings, find(settings, key, "reset <key>"), undefined, "Reset"),
  path: async (settings, _words, { host }) => {
    const { configFile } = agentPaths(host);
    const { projectFiles } = settings;
    return {
      data: { global: configFile, project: projectFiles },
      text: [configFile, ...projectFiles].map((file) => `${file}\n`).join(""),
    };
  },
  "init-xdg": async (_settings, _words, { host }) => {
    const folders = initXdg(host);
    return { data: { folders }, text: folders.map((folder) => `${folder}\n`).join("") };
  },
};

async function change(
  settings: Settings,
  setting: Setting,
  value: unknown,
  verb: string,
): Promise<Answer> {
  try {
    await settings.set(setting, value);
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error), "error");
  }
  return {
    data: { key: setting.key, ...facts(settings, setting) },
    text: `${verb} ${setting.key} = ${show(settings.get(setting))}\n`,
  };
}

function find(settings: Settings, key: string | undefined, form: string): Setting {
  if (key === undefined) throw new UserError(`No key: omp config ${form}.`);
  const found = settings.find(key);
  if (typeof found === "string") throw new UserError(found);
  return found;
}

function facts(settings: Settings, setting: Setting) {
  const { kind, fallback, doc, allowed, isUnused } = setting;
  return {
    value: settings.get(setting) ?? null,
    default: fallback ?? null,
    type: kind,
    ...(allowed !== undefined && { allowed }),
    source: settings.origin(setting)?.source ?? "default",
    ...(isUnused && { isUnused }),
    description: doc,
  };
}

function line(settings: Settings, setting: Setting): string {
  const origin = settings.origin(setting);
  const from = origin === undefined ? "" : `  (${origin.source})`;
  const { value } = hidden(setting, { value: settings.get(setting) });
  const remark = setting.isUnused ? "  (not used yet)" : "";
  return `${setting.key} = ${show(value)}${from}${remark}\n`;
}

/** A list is shown to others more easily than a single value: keys to services are left out of it. */
function hidden<Facts extends { readonly value: unknown }>({ key }: Setting, facts: Facts): Facts {
  const isSecret = /(token|password)$/i.test(key) && typeof facts.value === "string";
  return isSecret ? { ...facts, value: "(hidden)" } : facts;
}

function show(value: unknown): string {
  if (value === undefined) return "(unset)";
  return typeof value === "string" ? value : JSON.stringify(value);
}
