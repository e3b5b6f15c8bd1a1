// What flags say about settings for one run: layers over the user's file and over variables.
import { UserError } from "../platform/exit-codes.ts";
import type { Layer } from "../settings/layers.ts";
import type { ParsedArgs } from "./parse-args.ts";

/** Switches that turn something off, by the settings that do so. */
const TURNED_OFF: Readonly<Record<string, Layer["values"]>> = {
  "no-lsp": { lsp: { enabled: false } },
  "no-skills": { skills: { enabled: false } },
};

const ROLES = ["smol", "slow", "plan"];

/** The layers of this run, weakest first. */
export function settingOverrides(flags: ParsedArgs["flags"]): Layer[] {
  const fromFlags = ROLES.flatMap((role): Layer[] => {
    const model = flags.get(role);
    return typeof model === "string"
      ? [override(`--${role}`, { modelRoles: { [role]: model } })]
      : [];
  });
  const turnedOff = Object.entries(TURNED_OFF).flatMap(([flag, values]): Layer[] =>
    flags.has(flag) ? [override(`--${flag}`, values)] : [],
  );
  return [...fromFlags, ...turnedOff, ...approvalOverride(flags)];
}

function approvalOverride(flags: ParsedArgs["flags"]): Layer[] {
  const mode = flags.get("approval-mode");
  const isAuto = flags.has("auto-approve");
  if (isAuto && mode !== undefined && mode !== "yolo") {
    throw new UserError(
      `--auto-approve and --approval-mode ${String(mode)} contradict each other.`,
    );
  }
  if (isAuto) return [override("--auto-approve", { tools: { approvalMode: "yolo" } })];
  return mode === undefined ? [] : [override("--approval-mode", { tools: { approvalMode: mode } })];
}

function override(source: string, values: Layer["values"]): Layer {
  return { name: "override", source, values };
}
