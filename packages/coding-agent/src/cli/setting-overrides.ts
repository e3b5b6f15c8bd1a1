// What flags and variables say about settings for one run: layers over the user's file, flags last.
import { UserError } from "../platform/exit-codes.ts";
import type { Layer } from "../settings/layers.ts";
import type { ParsedArgs } from "./parse-args.ts";

const ROLES = ["smol", "slow", "plan"];

/** The layers of this run, weakest first. */
export function settingOverrides(
  flags: ParsedArgs["flags"],
  env: Readonly<Record<string, string | undefined>>,
): Layer[] {
  const fromEnv = ROLES.flatMap((role): Layer[] => {
    const name = `PI_${role.toUpperCase()}_MODEL`;
    const model = env[name];
    return model ? [override(name, { modelRoles: { [role]: model } })] : [];
  });
  const fromFlags = ROLES.flatMap((role): Layer[] => {
    const model = flags.get(role);
    return typeof model === "string"
      ? [override(`--${role}`, { modelRoles: { [role]: model } })]
      : [];
  });
  return [...fromEnv, ...fromFlags, ...approvalOverride(flags)];
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
