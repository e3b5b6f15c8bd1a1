// Later layers win, wrong values and unknown keys are said and skipped, and a project can only tighten.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Layer, resolveLayers } from "./layers.ts";
import {
  booleanSetting,
  choiceSetting,
  numberSetting,
  recordSetting,
  type Setting,
  stringSetting,
} from "./setting.ts";

const MODES = ["always-ask", "write", "yolo"] as const;
const declared: Setting[] = [
  booleanSetting("compaction.enabled", { default: true, doc: "", project: "free" }),
  numberSetting("read.defaultLimit", { default: 300, min: 1, doc: "", project: "free" }),
  stringSetting("shellPath", { default: undefined, doc: "", project: "never" }),
  choiceSetting("tools.approvalMode", MODES, {
    default: "yolo",
    doc: "",
    project: "tighten",
    isTighter: (candidate, inForce) => MODES.indexOf(candidate) < MODES.indexOf(inForce),
  }),
  recordSetting("modelRoles", (value): value is string => typeof value === "string", {
    default: {},
    doc: "",
    project: "free",
  }),
];
const layer = (name: Layer["name"], values: Layer["values"]): Layer => ({
  name,
  source: `${name} file`,
  values,
});
const resolve = (...layers: Layer[]) => resolveLayers(declared, layers);

describe("resolveLayers", () => {
  test("defaults hold where nothing is said", () => {
    expect(Object.fromEntries(resolve().values)).toEqual({
      "compaction.enabled": true,
      "read.defaultLimit": 300,
      shellPath: undefined,
      "tools.approvalMode": "yolo",
      modelRoles: {},
    });
  });

  test("later layers win; nested and flat keys mean the same; tables merge", () => {
    const { values, origins } = resolve(
      layer("global", { read: { defaultLimit: 10 }, modelRoles: { smol: "a", slow: "b" } }),
      layer("override", { "read.defaultLimit": 20, modelRoles: { smol: "c" } }),
    );
    expect(values.get("read.defaultLimit")).toBe(20);
    expect(values.get("modelRoles")).toEqual({ smol: "c", slow: "b" });
    expect(origins.get("read.defaultLimit")?.name).toBe("override");
  });

  const notes: [values: Layer["values"], name: Layer["name"], says: string][] = [
    [{ read: { defaultLimit: "x" } }, "global", "Invalid number value: x."],
    [{ read: { defaultLimit: 0 } }, "global", "It must be at least 1."],
    [{ compaction: { enabled: "maybe" } }, "global", "Invalid boolean value: maybe."],
    [
      { tools: { approvalMode: "yolol" } },
      "global",
      "Allowed: always-ask, write, yolo. Did you mean yolo?",
    ],
    [
      { compaction: { enabeld: true } },
      "global",
      "Unknown setting: compaction.enabeld. Did you mean compaction.enabled?",
    ],
    [{ shellPath: "/evil" }, "project", "A project may not set this"],
    [{ tools: { approvalMode: "yolo" } }, "project", "may only make this stricter"],
  ];
  for (const [values, name, says] of notes) {
    test(`${name}: ${JSON.stringify(values)}`, () => {
      const resolved = resolve(layer(name, values));
      expect(resolved.notes).toHaveLength(1);
      expect(resolved.notes[0]?.problem).toContain(says);
      expect(resolved.notes[0]?.source).toBe(`${name} file`);
      expect(Object.fromEntries(resolved.values)).toEqual(Object.fromEntries(resolve().values));
    });
  }

  test("no project layer ever loosens the approval mode or sets a forbidden key", () => {
    const mode = fc.constantFrom(...MODES);
    fc.assert(
      fc.property(mode, fc.array(mode), fc.string(), (own, projects, shell) => {
        const { values } = resolve(
          layer("global", { tools: { approvalMode: own } }),
          ...projects.map((value) =>
            layer("project", { tools: { approvalMode: value }, shellPath: shell }),
          ),
        );
        expect(
          MODES.indexOf(values.get("tools.approvalMode") as (typeof MODES)[number]),
        ).toBeLessThanOrEqual(MODES.indexOf(own));
        expect(values.get("shellPath")).toBeUndefined();
      }),
    );
  });
});
