// How settings are written down whose domain does not read them yet: they are known, checked and listed as unused. A
// domain that starts to read one declares it in its own settings.ts, and its line here is no longer taken.
import {
  booleanSetting,
  choiceSetting,
  listSetting,
  numberSetting,
  type ProjectRule,
  recordSetting,
  type Setting,
  stringSetting,
} from "../../settings/setting.ts";

type Range = readonly [min: number, max?: number];
const isText = (value: unknown): value is string => typeof value === "string";
const isAnything = (_value: unknown): _value is unknown => true;

function unused<Value>(setting: Setting<Value>): Setting<Value> {
  return { ...setting, isUnused: true };
}

/** A switch that a project may set as it likes, or not at all. */
export function flag(key: string, isOn: boolean, project: "free" | "never", doc: string): Setting {
  return unused(booleanSetting(key, { default: isOn, doc, project }));
}

/** A switch that a project may only turn to `stricter`. */
export function guard(key: string, isOn: boolean, stricter: "on" | "off", doc: string): Setting {
  const isTighter = (candidate: boolean): boolean => candidate === (stricter === "on");
  return unused(booleanSetting(key, { default: isOn, doc, project: "tighten", isTighter }));
}

/** A number within a range. */
export function count(
  key: string,
  value: number,
  [min, max]: Range,
  project: "free" | "never",
  doc: string,
): Setting {
  const range = { min, ...(max !== undefined && { max }) };
  return unused(numberSetting(key, { default: value, doc, project, ...range }));
}

/** One of some words; the first is the default. */
export function choice(
  key: string,
  words: readonly string[],
  project: "free" | "never",
  doc: string,
): Setting {
  return unused(choiceSetting(key, words, { default: words[0] ?? "", doc, project }));
}

/** A text, or nothing. */
export function text(
  key: string,
  value: string | undefined,
  project: ProjectRule,
  doc: string,
): Setting {
  return unused(stringSetting<string | undefined>(key, { default: value, doc, project }));
}

/** A list of texts. */
export function list(
  key: string,
  value: readonly string[],
  project: "free" | "never",
  doc: string,
): Setting {
  return unused(listSetting(key, isText, { default: value, doc, project }));
}

/** A list of anything. */
export function entries(key: string, project: "free" | "never", doc: string): Setting {
  return unused(listSetting(key, isAnything, { default: [], doc, project }));
}

/** A table of anything. */
export function table(key: string, project: "free" | "never", doc: string): Setting {
  return unused(recordSetting(key, isAnything, { default: {}, doc, project }));
}
