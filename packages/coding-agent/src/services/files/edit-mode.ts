// Which form of `edit` a run uses when its environment says so.
import type { Layer } from "../../settings/layers.ts";

/** A settings layer for `PI_EDIT_VARIANT`, which wins over `edit.mode`; none when it is not set. */
export function editModeLayers(env: Readonly<Record<string, string | undefined>>): Layer[] {
  const mode = env["PI_EDIT_VARIANT"];
  if (mode === undefined || mode === "") return [];
  return [{ name: "override", source: "PI_EDIT_VARIANT", values: { edit: { mode } } }];
}
