// Variables that stand for settings: what each one says, as a layer over the files. One table; a variable that is
// empty or says nothing known changes nothing, and a value that does not fit is noted like one in a file.
import { editModeLayers } from "../services/files/edit-mode.ts";
import type { Layer } from "../settings/layers.ts";

type Values = Layer["values"];
type Reading = (value: string) => Values | undefined;

const isOn = (value: string): boolean => /^(1|true|yes|on)$/i.test(value);
const isOff = (value: string): boolean => /^(0|false|no|off)$/i.test(value);
const role =
  (name: string): Reading =>
  (model) => ({ modelRoles: { [name]: model } });
const whenOn =
  (values: Values): Reading =>
  (value) =>
    isOn(value) ? values : undefined;
const whenOff =
  (values: Values): Reading =>
  (value) =>
    isOff(value) ? values : undefined;

/** Variable, and the settings that it stands for. */
const VARIABLES: Readonly<Record<string, Reading>> = {
  PI_SMOL_MODEL: role("smol"),
  PI_SLOW_MODEL: role("slow"),
  PI_PLAN_MODEL: role("plan"),
  PI_HARDWARE_CURSOR: whenOn({ showHardwareCursor: true }),
  PI_CLEAR_ON_SHRINK: whenOn({ clearOnShrink: true }),
  PI_NOTIFICATIONS: whenOff({ "completion.notify": "off", "ask.notify": "off" }),
  PI_AUTO_QA: whenOn({ "dev.autoqa": true }),
  PI_COMMIT_MAP_REDUCE: whenOff({ "commit.mapReduceEnabled": false }),
};

/** The layers of an environment, weaker than flags. */
export function environmentLayers(env: Readonly<Record<string, string | undefined>>): Layer[] {
  const layers = Object.entries(VARIABLES).flatMap(([name, read]): Layer[] => {
    const value = env[name];
    const values = value === undefined || value === "" ? undefined : read(value);
    return values === undefined ? [] : [{ name: "override", source: name, values }];
  });
  return [...layers, ...editModeLayers(env)];
}
