// The shipped binary in a real terminal, as a person sees it.
import { startTmux, type TmuxSession } from "@oh-my-pi/pi-testkit/tmux";
import { builtBinary, type OmpProcess } from "./omp-process.ts";

export interface OpenOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly rows?: number;
  /** What is on the screen when it is ready. */
  readonly until?: string;
}

/** Opens omp and waits until it can be talked to. */
export async function openTerminal(
  omp: OmpProcess,
  { args = ["--model", "fake/m"], env = {}, rows = 34, until = "Ask anything" }: OpenOptions = {},
): Promise<TmuxSession> {
  const terminal = await startTmux([builtBinary(), "--no-title", ...args], {
    env: { ...omp.workspace.env(), COLORTERM: "truecolor", ...env },
    cwd: omp.workspace.path,
    columns: 100,
    rows,
  });
  await terminal.waitFor(until);
  return terminal;
}

/** Types a line and sends it. */
export async function say(terminal: TmuxSession, words: string): Promise<void> {
  await terminal.type(words);
  await terminal.press("Enter");
}
