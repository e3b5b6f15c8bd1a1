// Asks on a plain terminal whether a project is trusted, before any screen is up. Everything but a clear yes is a no.
import { readSync } from "node:fs";
import type { ConsentScreen, TrustAnswer } from "../trust/consent-screen.ts";
import type { AskTrust } from "../trust/project-trust.ts";
import type { FlushingSink } from "./stdio.ts";

/** Asks once, before the screen is up. Later the same folder gets the same answer, and any other one a no. */
export function trustPrompt(out: FlushingSink): AskTrust {
  let asked: { readonly folder: string; readonly answer: Promise<TrustAnswer> } | undefined;
  return async (screen) => {
    asked ??= { folder: screen.folder, answer: ask(screen, out) };
    return asked.folder === screen.folder ? asked.answer : screen.defaultAnswer;
  };
}

/** Shows what it is about and waits for one line. */
async function ask(screen: ConsentScreen, out: FlushingSink): Promise<TrustAnswer> {
  const width = Math.max(...screen.rows.map(({ label }) => label.length));
  const facts = screen.rows.map(({ label, value }) => `  ${label.padEnd(width)}  ${value}\n`);
  const warnings = screen.warnings.map((text) => `  ! ${text}\n`);
  out.write(`${screen.title}\n  ${screen.folder}\n${[...facts, ...warnings].join("")}`);
  out.write("Trust it? [y] yes, remember  [o] only now  [never] do not ask again  [N] no: ");
  await out.flush();
  return ANSWERS[readLine().trim().toLowerCase()] ?? screen.defaultAnswer;
}

const ANSWERS: Readonly<Record<string, TrustAnswer>> = {
  y: "always",
  yes: "always",
  o: "once",
  never: "never",
};

/** One line as the terminal gives it; nothing else reads stdin yet, and nothing shall be read ahead. */
function readLine(): string {
  const buffer = Buffer.alloc(1024);
  try {
    return buffer.toString("utf8", 0, readSync(0, buffer));
  } catch {
    // The terminal went away: nobody said yes.
    return "";
  }
}
