// Settings that were once called or measured otherwise, brought to what they are now. Pure; a new name that
// is already there wins over its old one.
import { isTable } from "./setting.ts";

type Values = Readonly<Record<string, unknown>>;

/** Longest wait that could have been meant in seconds; above it the old unit, milliseconds, was meant. */
const MAX_SECONDS = 1000;

/** The same settings under their present names. */
export function migrateKeys(values: Values): Values {
  return MIGRATIONS.reduce((migrated, migrate) => migrate(migrated), values);
}

const MIGRATIONS: readonly ((values: Values) => Values)[] = [
  ({ queueMode, ...rest }) =>
    queueMode === undefined ? rest : { steeringMode: queueMode, ...rest },
  (values) => within(values, "ask", secondsOfAsk),
  ({ theme, ...rest }) => {
    if (theme === undefined) return rest;
    if (typeof theme !== "string") return { theme, ...rest };
    return { theme: { [/light|day|dawn|latte/i.test(theme) ? "light" : "dark"]: theme }, ...rest };
  },
  (values) => within(values, "task", (task) => within(task, "isolation", modeOfIsolation)),
  (values) => within(values, "statusLine", renameSegments),
  (values) => {
    const { memories, memory } = values;
    const isLegacy = isTable(memories) && memories["enabled"] === true && memory === undefined;
    return isLegacy ? { ...values, memory: { backend: "local" } } : values;
  },
];

/** Changes the table at a key, where there is one. */
function within(values: Values, key: string, change: (table: Values) => Values): Values {
  const table = values[key];
  return isTable(table) ? { ...values, [key]: change(table) } : values;
}

function secondsOfAsk(ask: Values): Values {
  const { timeout } = ask;
  const isOldUnit = typeof timeout === "number" && timeout > MAX_SECONDS;
  return isOldUnit ? { ...ask, timeout: Math.round(timeout / 1000) } : ask;
}

function modeOfIsolation({ enabled, ...rest }: Values): Values {
  return typeof enabled === "boolean" ? { mode: enabled ? "auto" : "none", ...rest } : rest;
}

function renameSegments(statusLine: Values): Values {
  const rename = (name: unknown): unknown => (name === "plan_mode" ? "mode" : name);
  const entries = Object.entries(statusLine).map(([key, value]): [string, unknown] => {
    if (Array.isArray(value)) return [key, value.map(rename)];
    if (key !== "segmentOptions" || !isTable(value)) return [key, value];
    return [
      key,
      Object.fromEntries(Object.entries(value).map(([name, of]) => [String(rename(name)), of])),
    ];
  });
  return Object.fromEntries(entries);
}
