// The first words of a conversation: which model answers, where it works, what can be done.
import type { Model } from "@oh-my-pi/pi-catalog/model";

/** The welcome; the demo model is always named as one. */
export function welcomeText(model: Model, cwd: string, isTour: boolean): string {
  const lines = [`omp · ${model.provider}/${model.id} (${model.name}) · ${cwd}`];
  if (isTour) {
    lines.push(
      "",
      "No model is connected yet, so this is the demo: a script that uses omp's real tools.",
      `It works in a scratch project, ${cwd}, not in yours.`,
      "Press Enter to watch it find and fix a bug, or type /help.",
    );
  } else {
    lines.push("Type a message and press Enter; /help lists what else there is.");
  }
  return lines.join("\n");
}
