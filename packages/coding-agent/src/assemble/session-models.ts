// What settings say of a session's models, and when local servers are asked for theirs.
import type { Host } from "../platform/host.ts";
import { timed } from "../platform/timing.ts";
import { modelPreferences } from "../services/models/model-preferences.ts";
import { kimiApiFormat, modelRoles, openaiWebsockets } from "../services/settings.ts";
import type { ModelDirectory } from "../session/choices.ts";
import type { Launch } from "../session/launch.ts";
import { withSavedModel } from "../session/launch-log.ts";
import { type PickedModel, pickModel } from "../session/pick-model.ts";
import type { Settings } from "../settings/settings.ts";

/** Long enough for the first frame to be there. */
const FIRST_QUESTION_MS = 50;

/** The model of a launch, as settings and flags want it. */
export function pickSessionModel(
  launch: Launch,
  settings: Settings,
  host: Host,
): Promise<PickedModel> {
  const { cwd, models } = launch;
  const wanted = {
    roles: settings.get(modelRoles),
    kimiFormat: settings.get(kimiApiFormat),
    socketPolicy: settings.get(openaiWebsockets),
    preferences: modelPreferences(settings, { cwd, home: host.home, models }),
  };
  return timed("model", () => pickModel(withSavedModel(launch), wanted, host));
}

/** Asks local servers in the background, once the session has started; holds nothing up. */
export function watchLocalModels(models: ModelDirectory): void {
  const timer = setTimeout(() => {
    // What cannot be loaded now is loaded, or reported, when somebody asks for it.
    models.refresh?.().catch(() => {});
  }, FIRST_QUESTION_MS);
  timer.unref();
}
