// Settings of questions to the person.
import { numberSetting } from "../settings/setting.ts";

export const askTimeout = numberSetting("ask.timeout", {
  default: 0,
  min: 0,
  max: 86_400,
  doc: "Seconds after which the suggested answers of a question count; 0 waits for ever.",
  // A project must not answer for the person.
  project: "never",
});
