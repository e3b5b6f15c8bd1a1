// How layers of settings become the values in force: defaults, then the user's file, then a trusted
// project's, then what this run was told. Pure; everything that is left out is noted with its reason.
import { nearest } from "@oh-my-pi/pi-utils/text/edit-distance";
import { isTable, type Setting } from "./setting.ts";

/** Where values come from, weakest first. */
export type LayerName = "global" | "project" | "override";

/** One source of values, as nested tables (`tools: { approvalMode: … }`). */
export interface Layer {
  readonly name: LayerName;
  /** File or flag, for messages. */
  readonly source: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Something in a layer that has no effect, and why. */
export interface SettingNote {
  readonly key: string;
  readonly source: string;
  readonly problem: string;
  /** Going on without it could allow more than the user wanted. */
  readonly isGrave?: boolean;
}

/** A note as one line: where, which key, and why. */
export function noteText({ key, source, problem }: SettingNote): string {
  const isNamed = key === "" || problem.includes(key);
  return isNamed ? `${source}: ${problem}` : `${source}: ${key}: ${problem}`;
}

export interface Resolved {
  readonly values: ReadonlyMap<string, unknown>;
  /** Layer that gave each value that is not a default. */
  readonly origins: ReadonlyMap<string, Layer>;
  readonly notes: readonly SettingNote[];
}

/** Lays the layers over the defaults, in the order given. */
export function resolveLayers(declared: readonly Setting[], layers: readonly Layer[]): Resolved {
  const values = new Map<string, unknown>(declared.map(({ key, fallback }) => [key, fallback]));
  const origins = new Map<string, Layer>();
  const notes: SettingNote[] = [];
  for (const layer of layers) {
    const note = (key: string, problem: string, isGrave = false): void =>
      void notes.push({ key, source: layer.source, problem, ...(isGrave && { isGrave }) });
    const used = new Set<string>();
    for (const setting of declared) {
      const raw = valueAt(layer.values, setting.key);
      // A table where a plain value belongs may hold the keys below it (`todo.reminders` and `todo.reminders.max`).
      if (raw === undefined || (isTable(raw) && isGroup(setting.key, declared))) continue;
      used.add(setting.key);
      const problem = takeValue(setting, raw, layer, values);
      if (problem === undefined) origins.set(setting.key, layer);
      // A rule of the user's own that cannot be understood; a project's is not theirs.
      else note(setting.key, problem, layer.name !== "project" && setting.project === "tighten");
    }
    for (const key of unknownKeys(layer.values, declared, used)) {
      const meant = nearest(
        key,
        declared.map((setting) => setting.key),
      );
      note(
        key,
        meant === undefined
          ? `Unknown setting: ${key}.`
          : `Unknown setting: ${key}. Did you mean ${meant}?`,
      );
    }
  }
  return { values, origins, notes };
}

function takeValue(
  setting: Setting,
  raw: unknown,
  layer: Layer,
  values: Map<string, unknown>,
): string | undefined {
  const fit = setting.fit(raw);
  if (!fit.ok) return fit.problem;
  const inForce = values.get(setting.key);
  if (layer.name === "project" && setting.project === "never") {
    return "A project may not set this; put it into your own config.yml if you want it.";
  }
  if (
    layer.name === "project" &&
    setting.project === "tighten" &&
    !setting.isTighter?.(fit.value, inForce)
  ) {
    return "A project may only make this stricter; its value was ignored.";
  }
  values.set(
    setting.key,
    setting.kind === "record" ? { ...(inForce as object), ...(fit.value as object) } : fit.value,
  );
  return undefined;
}

/** The value at a dotted key, written nested, as one flat key, or partly so. */
function valueAt(values: Readonly<Record<string, unknown>>, key: string): unknown {
  if (Object.hasOwn(values, key)) return values[key];
  for (let dot = key.indexOf("."); dot !== -1; dot = key.indexOf(".", dot + 1)) {
    const below = Object.hasOwn(values, key.slice(0, dot)) ? values[key.slice(0, dot)] : undefined;
    const found = isTable(below) ? valueAt(below, key.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether other keys stand below this one. */
function isGroup(key: string, declared: readonly Setting[]): boolean {
  return declared.some((setting) => setting.key.startsWith(`${key}.`));
}

function unknownKeys(
  values: Readonly<Record<string, unknown>>,
  declared: readonly Setting[],
  used: ReadonlySet<string>,
  prefix = "",
): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const key = prefix + name;
    if (used.has(key)) return [];
    const isTableOfKeys = isTable(value) && isGroup(key, declared);
    return isTableOfKeys ? unknownKeys(value, declared, used, `${key}.`) : [key];
  });
}
