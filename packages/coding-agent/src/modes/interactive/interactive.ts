// The terminal as a face of omp: finds out what the terminal can do, then talks until the user leaves.
import { detectCapabilities } from "@oh-my-pi/pi-tui/capabilities";
import { loadMarkdownLexer } from "@oh-my-pi/pi-tui/markdown-lexer";
import { join } from "node:path";
import type { ExitName } from "../../platform/exit-codes.ts";
import type { FaceOptions } from "./face-options.ts";
import { goBackground } from "./background.ts";
import { createKeys } from "./keys.ts";
import { createMachine } from "./machine.ts";
import { createKit } from "./create-kit.ts";
import { StyleDesk } from "./theming/style-desk.ts";
import { TerminalFace } from "./terminal-face.ts";
import { ThemeStore } from "./theming/theme-store.ts";

/** What the face needs beside what it makes itself. */
export interface InteractiveOptions extends Omit<
  FaceOptions,
  "capabilities" | "styles" | "kit" | "keys" | "machine"
> {
  /** Where the user's own files for omp are. */
  readonly agentDir: string;
}

/** Talks until the user leaves. */
export async function runInteractive(options: InteractiveOptions): Promise<ExitName> {
  const capabilities = detectCapabilities(options.host.env);
  const { sessions, agentDir } = options;
  const store = new ThemeStore(join(agentDir, "themes"));
  const styles = new StyleDesk(store, () => sessions.held.settings, capabilities);
  const [{ looks, problems }, lexer] = await Promise.all([styles.style(), loadMarkdownLexer()]);
  const kit = createKit({ looks, lexer, capabilities, sessions });
  const tell = (text: string): void => options.terminal.write(text);
  const machine = createMachine({
    host: options.host,
    write: tell,
    themes: {
      names: () => store.names(),
      get isLight() {
        return styles.isLight;
      },
    },
    rows: () => options.terminal.size.rows,
    onProblem: (message) => face.notice("warning", message),
  });
  const keys = createKeys(join(agentDir, "keybindings.json"));
  const face = new TerminalFace({ ...options, capabilities, styles, kit, keys, machine });
  const when = await face.run([...keys.problems, ...problems]);
  if (when === "afterRun") await goBackground(sessions, { ...options, tell });
  return "ok";
}
