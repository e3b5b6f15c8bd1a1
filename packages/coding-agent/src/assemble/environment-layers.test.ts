// Each variable changes just its settings, with a value that fits; anything else changes nothing.
import { describe, expect, test } from "bun:test";
import { resolveLayers } from "../settings/layers.ts";
import { DECLARED } from "./declared-settings.ts";
import { environmentLayers } from "./environment-layers.ts";

describe("variables that stand for settings", () => {
  const cases: [name: string, value: string, changes: Record<string, unknown>][] = [
    ["PI_SMOL_MODEL", "a/b", { modelRoles: { smol: "a/b" } }],
    ["PI_SLOW_MODEL", "a/b:high", { modelRoles: { slow: "a/b:high" } }],
    ["PI_PLAN_MODEL", "a/b", { modelRoles: { plan: "a/b" } }],
    ["PI_SMOL_MODEL", "", {}],
    ["PI_EDIT_VARIANT", "patch", { "edit.mode": "patch" }],
    ["PI_EDIT_VARIANT", "", {}],
    ["PI_HARDWARE_CURSOR", "1", { showHardwareCursor: true }],
    ["PI_HARDWARE_CURSOR", "0", {}],
    ["PI_CLEAR_ON_SHRINK", "1", { clearOnShrink: true }],
    ["PI_NOTIFICATIONS", "off", { "completion.notify": "off", "ask.notify": "off" }],
    ["PI_NOTIFICATIONS", "0", { "completion.notify": "off", "ask.notify": "off" }],
    ["PI_NOTIFICATIONS", "false", { "completion.notify": "off", "ask.notify": "off" }],
    ["PI_NOTIFICATIONS", "on", {}],
    ["PI_AUTO_QA", "1", { "dev.autoqa": true }],
    ["PI_COMMIT_MAP_REDUCE", "false", { "commit.mapReduceEnabled": false }],
    ["PI_UNKNOWN", "1", {}],
  ];
  const user = { showHardwareCursor: false, "edit.mode": "replace" };
  for (const [name, value, changes] of cases) {
    test(`${name}=${value}`, () => {
      const layers = environmentLayers({ [name]: value });
      const own = { name: "global", source: "config.yml", values: user } as const;
      const { values, notes } = resolveLayers(DECLARED, [own, ...layers]);
      const before = resolveLayers(DECLARED, [own]).values;
      expect(notes).toEqual([]);
      const changed = [...values].filter(([key, now]) => !Bun.deepEquals(now, before.get(key)));
      expect(Object.fromEntries(changed)).toEqual(changes);
    });
  }

  test("a value that does not fit is said with the name of its variable", () => {
    const { notes } = resolveLayers(DECLARED, environmentLayers({ PI_EDIT_VARIANT: "vim" }));
    expect(notes).toMatchObject([{ key: "edit.mode", source: "PI_EDIT_VARIANT" }]);
  });
});
