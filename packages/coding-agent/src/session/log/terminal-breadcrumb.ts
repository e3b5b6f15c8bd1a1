// What a terminal worked on last: a small file for each terminal with a working directory and a session.
// Losing one costs nothing, so that nothing here fails.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeFileAtomically } from "../../platform/atomic-file.ts";

/** What tells one terminal from another. */
export interface TerminalSigns {
  /** Path of the terminal device, such as `/dev/pts/3`. */
  readonly ttyPath: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Breadcrumb {
  readonly cwd: string;
  readonly sessionFile: string;
}

/** Variables by which terminals name their windows, for when there is no device. */
const WINDOW_NAMES = {
  KITTY_WINDOW_ID: "kitty",
  TMUX_PANE: "tmux",
  TERM_SESSION_ID: "term",
  WT_SESSION: "wt",
} as const;

/** A file name for this terminal, or undefined when it cannot be told from others. */
export function terminalId({ ttyPath, env }: TerminalSigns): string | undefined {
  if (ttyPath?.startsWith("/dev/")) return asFileName(ttyPath.slice("/dev/".length));
  for (const [variable, prefix] of Object.entries(WINDOW_NAMES)) {
    const value = env[variable];
    if (value) return asFileName(`${prefix}-${value}`);
  }
  return undefined;
}

/** Remembers the session of a terminal. */
export function dropBreadcrumb(folder: string, terminal: string, breadcrumb: Breadcrumb): void {
  const { cwd, sessionFile } = breadcrumb;
  if (/[\r\n]/.test(cwd + sessionFile)) return;
  try {
    writeFileAtomically(join(folder, terminal), `${cwd}\n${sessionFile}\n`);
  } catch {
    // A full or read-only disk: the next run looks for the newest session instead.
  }
}

/** What was remembered for a terminal. */
export function findBreadcrumb(folder: string, terminal: string): Breadcrumb | undefined {
  try {
    const [cwd, sessionFile] = readFileSync(join(folder, terminal), "utf8").split("\n");
    return cwd && sessionFile ? { cwd, sessionFile } : undefined;
  } catch {
    // Nothing was remembered, or it cannot be read any more.
    return undefined;
  }
}

function asFileName(text: string): string | undefined {
  const name = text
    .replace(/[^A-Za-z0-9_]+/g, "-")
    .slice(0, 100)
    .replace(/^-|-$/g, "");
  return name === "" ? undefined : name;
}
