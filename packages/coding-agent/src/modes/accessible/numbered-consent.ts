// Questions about projects as numbered choices, while a conversation goes on.
import type { Dialogs } from "../../services/dialogs.ts";
import { consentLines } from "../../trust/consent-screen.ts";
import type { AskTrust } from "../../trust/project-trust.ts";

/** Asks with every fact before the numbers; no number is the default. */
export function consentsByNumbers({ select }: Pick<Dialogs, "select">): AskTrust {
  return async (screen, signal) => {
    const { choices, defaultAnswer } = screen;
    const labels = choices.map(({ label }) => label);
    const said = await select(consentLines(screen).join("\n"), labels, signal && { signal });
    return choices.find(({ label }) => label === said)?.answer ?? defaultAnswer;
  };
}
