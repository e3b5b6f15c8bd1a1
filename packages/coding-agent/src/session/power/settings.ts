// Settings of the machine's sleep while omp works (macOS).
import { booleanSetting } from "../../settings/setting.ts";

const own = (isOn: boolean, doc: string) => ({ default: isOn, doc, project: "never" }) as const;

export const preventIdleSleep = booleanSetting(
  "power.preventIdleSleep",
  own(true, "Keep the machine awake while omp works (macOS)."),
);

export const preventSystemSleep = booleanSetting(
  "power.preventSystemSleep",
  own(false, "Do not sleep at all on mains power while omp works (macOS)."),
);

export const declareUserActive = booleanSetting(
  "power.declareUserActive",
  own(false, "Count as a person at the machine while omp works (macOS)."),
);

export const preventDisplaySleep = booleanSetting(
  "power.preventDisplaySleep",
  own(false, "Keep the display on while omp works (macOS)."),
);
