// Who is asked whether a project is trusted, before there is a conversation: a page where the terminal can be drawn on,
// numbered lines where it cannot. Everything but a clear yes is a no.
import { agentPaths } from "../platform/agent-paths.ts";
import type { Host } from "../platform/host.ts";
import { ConsentDesk } from "../trust/consent-desk.ts";
import { consentLines, type ConsentScreen, type TrustAnswer } from "../trust/consent-screen.ts";
import type { AskTrust } from "../trust/project-trust.ts";
import { askLine } from "./ask-line.ts";
import type { Assembly } from "./assembly.ts";
import type { FlushingSink } from "./stdio.ts";

/** Where questions about projects go until a face attends: to a page, or to lines. */
export function openConsents(place: ScreenPlace | FlushingSink): ConsentDesk {
  return new ConsentDesk("write" in place ? askByLine(place) : askOnScreen(place));
}

/** What a page is made from. */
interface ScreenPlace {
  readonly host: Host;
  readonly assembly: Assembly;
}

function askOnScreen({ host, assembly }: ScreenPlace): AskTrust {
  return async (screen) => {
    const { askOnPage } = await import("../modes/interactive/consent/consent-page.ts");
    const { openTerminal } = await import("../modes/interactive/open-terminal.ts");
    const { agentDir } = agentPaths(host);
    const settings = await assembly.loadSettings(host);
    return askOnPage({ terminal: openTerminal(), host, agentDir, settings }, screen);
  };
}

/** Shows what it is about as plain lines and waits for one. */
function askByLine(out: FlushingSink): AskTrust {
  return async (screen) => {
    const numbered = screen.choices.map(({ label }, at) => `  ${at + 1}. ${label}`);
    const question = [...consentLines(screen), ...numbered, "Number, or Enter for No: "];
    return answerOf(screen, await askLine(question.join("\n"), out));
  };
}

function answerOf({ choices, defaultAnswer }: ConsentScreen, line: string): TrustAnswer {
  return (/^\d+$/.test(line) ? choices[Number(line) - 1]?.answer : undefined) ?? defaultAnswer;
}
