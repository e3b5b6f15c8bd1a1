// What the terminal face needs of the machine around it: clipboard, the user's editor, job control.
import { copyText, osc52Copy, pasteImage } from "@oh-my-pi/pi-natives/clipboard";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { agentPaths } from "../../platform/agent-paths.ts";
import type { Host } from "../../platform/host.ts";
import type { PromptHistory } from "../../session/log/prompt-history.ts";
import { runInTerminal, runProgram, suspendProcess } from "../../platform/run-program.ts";

export interface Machine {
  /** Puts a text on the clipboard, by a program or else through the terminal; false when it is too long for that. */
  copy(text: string): Promise<boolean>;
  /** The picture on the clipboard, as PNG. */
  pasteImage(): Promise<Uint8Array | undefined>;
  /** Lets the user's editor change a text; throws when it cannot be started or fails. */
  edit(text: string): Promise<string>;
  /** Stops omp until its shell lets it go on. */
  suspend(): Promise<void>;
  readonly host: Host;
  /** What was typed before, over all sessions. */
  history(): Promise<PromptHistory>;
  readonly themes: ThemeChoices;
  /** Rows of the terminal now. */
  rows(): number;
}

export interface ThemeChoices {
  /** Names of all themes that can be chosen. */
  names(): readonly string[];
  /** The terminal's background is light, so that the theme for that is in force. */
  readonly isLight: boolean;
}

export interface MachineParts {
  readonly host: Host;
  /** Takes what the terminal itself is asked to do. */
  readonly write: (sequence: string) => void;
  readonly themes: ThemeChoices;
  readonly rows: () => number;
  /** Hears what the user should know of what went wrong. */
  readonly onProblem: (message: string) => void;
}

/** The machine of a host. */
export function createMachine({ host, write, themes, rows, onProblem }: MachineParts): Machine {
  let history: Promise<PromptHistory> | undefined;
  const { env, platform, tmp } = host;
  const clipboard = {
    platform,
    env,
    run: (argv: readonly string[], input?: Uint8Array, signal?: AbortSignal) =>
      runProgram(argv, env, { input, signal }),
  };
  return {
    async copy(text) {
      if ((await copyText(text, clipboard)) !== undefined) return true;
      const sequence = osc52Copy(text, { insideTmux: Boolean(env["TMUX"]) });
      if (sequence !== undefined) write(sequence);
      return sequence !== undefined;
    },
    pasteImage: () => pasteImage(clipboard),
    edit: (text) => editIn(env["VISUAL"] || env["EDITOR"] || "vi", text, { env, tmp }),
    suspend: suspendProcess,
    host,
    history: () => (history ??= openHistory(host, onProblem)),
    themes,
    rows,
  };
}

/** The database is opened when something is first typed, not when omp starts. */
async function openHistory(
  host: Host,
  onProblem: (message: string) => void,
): Promise<PromptHistory> {
  const { PromptHistory: History } = await import("../../session/log/prompt-history.ts");
  return new History({ file: agentPaths(host).historyDatabase, now: host.now, onProblem });
}

async function editIn(
  editor: string,
  text: string,
  { env, tmp }: Pick<Host, "env" | "tmp">,
): Promise<string> {
  const folder = mkdtempSync(join(tmp, "omp-draft-"));
  try {
    const file = join(folder, "prompt.md");
    writeFileSync(file, text, { mode: 0o600 });
    const exitCode = await runInTerminal(editor, file, env);
    if (exitCode !== 0)
      throw new Error(`${editor} ended with ${exitCode}; the draft is as it was.`);
    return readFileSync(file, "utf8").replace(/\n$/, "");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
