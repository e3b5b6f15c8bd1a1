// Runs a command in a terminal of its own, which the person sees and can type into.
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import { PtySession, type PtyExit } from "@oh-my-pi/pi-natives/pty";
import { PtyScreen } from "@oh-my-pi/pi-natives/pty-screen";
import type { CommandEnd } from "../../services/command-runner.ts";
import { CommandOutput } from "../../services/shell/command-output.ts";
import type { LiveTerminal, TerminalViewer } from "../../services/shell/terminals.ts";
import { describeEnd, type EndedCommand } from "./ending.ts";
import type { PreparedCommand } from "./prepare.ts";
import type { BashNeeds } from "./needs.ts";

/** Output kept of what scrolled away. */
const SCROLLBACK_LINES = 10_000;

export async function runInTerminal(
  { needs, signal, progress }: ToolContext<BashNeeds>,
  prepared: PreparedCommand,
  viewer: TerminalViewer,
): Promise<EndedCommand> {
  const { runner, artifacts, options } = needs;
  const shell = await runner.terminalShell(prepared);
  const { bashPath, env } = shell;
  const { cols, rows } = viewer.size;
  using screen = await PtyScreen.open({ cols, rows, scrollback: SCROLLBACK_LINES });
  const show = (): void => progress({ content: screen.readLines().join("\n").trimEnd() });
  const shown: { view?: ReturnType<TerminalViewer["opened"]> } = {};
  let drawn: Promise<void> = Promise.resolve();
  await using session = new PtySession({
    argv: [bashPath, "-c", prepared.command],
    cwd: prepared.cwd ?? runner.cwd,
    env: { ...env, TERM: "xterm-256color", ...prepared.env },
    bashPath,
    wrap: shell.wrap,
    cols,
    rows,
    timeoutMs: prepared.timeoutS * 1000,
    signal,
    onOutput: (bytes) => {
      drawn = screen.draw(bytes).then(() => {
        show();
        shown.view?.changed();
      });
    },
  });
  shown.view = viewer.opened(liveTerminal(prepared.command, session, screen));
  const exit = await session.exited;
  await drawn;
  await shell.release();
  shown.view.closed();
  const output = new CommandOutput(options().limits, () => artifacts.allocate("bash"));
  output.write(Buffer.from(screen.readText()));
  return describeEnd(endOf(exit), await output.close(), prepared.timeoutS);
}

function liveTerminal(title: string, session: PtySession, screen: PtyScreen): LiveTerminal {
  return {
    title,
    readLines: () => screen.readLines(),
    write: (data) => session.write(data),
    resize: (size) => {
      screen.resize(size);
      session.resize(size);
    },
    kill: () => session.kill(),
  };
}

function endOf({ outcome, exitCode }: PtyExit): CommandEnd {
  if (outcome === "exited") return { how: "exited", exitCode: exitCode ?? 1 };
  return { how: outcome === "timeout" ? "timeout" : "aborted" };
}
