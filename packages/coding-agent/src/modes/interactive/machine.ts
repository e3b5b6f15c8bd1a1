// What the terminal face needs of the machine around it: clipboard, the user's editor, job control.
import { copyText, osc52Copy, pasteImage } from "@oh-my-pi/pi-natives/clipboard";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "../../platform/host.ts";
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
}

/** The machine of a host; `write` takes what the terminal itself is asked to do. */
export function createMachine(
  host: Pick<Host, "env" | "platform" | "tmp">,
  write: (sequence: string) => void,
): Machine {
  const { env, platform, tmp } = host;
  const clipboard = {
    platform,
    env,
    run: (argv: readonly string[], input?: Uint8Array) => runProgram(argv, env, input && { input }),
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
  };
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
