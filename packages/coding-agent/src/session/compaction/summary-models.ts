// Which models may sum up when the session's own cannot: those that the user named to take over, then those of
// the usual roles.
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { selectorOf } from "@oh-my-pi/pi-catalog/resolve";
import { modelRoles } from "../../services/settings.ts";
import type { ModelDirectory } from "../choices.ts";
import type { FeaturePort } from "../feature.ts";
import * as declared from "../settings.ts";

const ROLES = ["default", "smol", "slow"];

/** The candidates, best first; the session's own model may be among them. */
export function summaryModels(port: FeaturePort, models: ModelDirectory): readonly Model[] {
  const { model } = port.state;
  const chains = port.settings(declared.retryFallbackChains);
  const named = chains[selectorOf(model)] ?? chains["default"] ?? [];
  const available = models.available();
  const chain = named.flatMap((name) => available.find((one) => selectorOf(one) === name) ?? []);
  const played = models.roleModels?.(ROLES, port.settings(modelRoles), model) ?? [];
  return [...chain, ...played.map((role) => role.model)];
}
