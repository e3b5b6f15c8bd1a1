// PI_EDIT_VARIANT wins over the settings file; a wrong value is said and changes nothing.
import { expect, test } from "bun:test";
import { resolveLayers } from "../../settings/layers.ts";
import { editModeLayers } from "./edit-mode.ts";
import { editMode } from "./settings.ts";

const file = { name: "global", source: "config.yml", values: { edit: { mode: "patch" } } } as const;

const cases: [variable: string | undefined, mode: string, notes: number][] = [
  [undefined, "patch", 0],
  ["", "patch", 0],
  ["replace", "replace", 0],
  ["apply_patch", "apply_patch", 0],
  ["hashlin", "patch", 1],
];
for (const [variable, mode, notes] of cases) {
  test(`PI_EDIT_VARIANT=${variable}`, () => {
    const resolved = resolveLayers(
      [editMode],
      [file, ...editModeLayers({ PI_EDIT_VARIANT: variable })],
    );
    expect(resolved.values.get("edit.mode")).toBe(mode);
    expect(resolved.notes).toHaveLength(notes);
    if (notes > 0) expect(resolved.notes[0]?.problem).toContain("Did you mean hashline?");
  });
}
