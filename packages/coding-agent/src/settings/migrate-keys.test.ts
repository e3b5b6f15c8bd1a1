// Old names and units become the present ones; a present name that is there already wins, the rest is untouched.
import { describe, expect, test } from "bun:test";
import { migrateKeys } from "./migrate-keys.ts";

describe("migrateKeys", () => {
  const cases: [before: Record<string, unknown>, after: Record<string, unknown>][] = [
    [{}, {}],
    [{ queueMode: "all" }, { steeringMode: "all" }],
    [{ queueMode: "all", steeringMode: "one-at-a-time" }, { steeringMode: "one-at-a-time" }],
    [{ ask: { timeout: 30_000, notify: "on" } }, { ask: { timeout: 30, notify: "on" } }],
    [{ ask: { timeout: 30 } }, { ask: { timeout: 30 } }],
    [{ theme: "titanium" }, { theme: { dark: "titanium" } }],
    [{ theme: "solarized-light" }, { theme: { light: "solarized-light" } }],
    [{ theme: { dark: "x" } }, { theme: { dark: "x" } }],
    [{ task: { isolation: { enabled: true } } }, { task: { isolation: { mode: "auto" } } }],
    [
      { task: { isolation: { enabled: false, mode: "btrfs" } } },
      { task: { isolation: { mode: "btrfs" } } },
    ],
    [
      { statusLine: { leftSegments: ["plan_mode", "model"], segmentOptions: { plan_mode: 1 } } },
      { statusLine: { leftSegments: ["mode", "model"], segmentOptions: { mode: 1 } } },
    ],
    [
      { memories: { enabled: true } },
      { memories: { enabled: true }, memory: { backend: "local" } },
    ],
    [
      { memories: { enabled: true }, memory: { backend: "off" } },
      { memories: { enabled: true }, memory: { backend: "off" } },
    ],
    [{ memories: { enabled: false } }, { memories: { enabled: false } }],
    [{ other: { queueMode: 1 } }, { other: { queueMode: 1 } }],
  ];
  for (const [before, after] of cases) {
    test(JSON.stringify(before), () => {
      expect(migrateKeys(before)).toEqual(after);
      expect(migrateKeys(after)).toEqual(after);
    });
  }
});
