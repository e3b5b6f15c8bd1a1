// A private tmux server with one program in it: started, asked and stopped. What is done with its
// screen is not its business.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProcess } from "../process.ts";
import { descendantsOf } from "../process-tree.ts";
import { signalIfAlive } from "../signal-if-alive.ts";

/** How the program is started. */
export interface TmuxOptions {
  /** The program's whole environment; tmux adds TERM, TMUX and TMUX_PANE. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Default 80. */
  readonly columns?: number;
  /** Default 24. */
  readonly rows?: number;
}

/** A running server. */
export interface TmuxServer {
  /** The program's process. */
  readonly pid: number;
  /** Runs a tmux command; its output without the last newline. */
  run(...args: string[]): Promise<string>;
  /** Makes the server look after its dead children: it may miss the signal when one ends at once. */
  reap(): void;
  /** Ends the server and kills the program with all its descendants. */
  stop(): Promise<void>;
}

const settings = [
  ["start-server"],
  ["set-option", "-g", "status", "off"],
  ["set-option", "-g", "history-limit", "100000"],
  ["set-option", "-g", "remain-on-exit", "on"],
  ["set-option", "-gq", "remain-on-exit-format", ""],
  ["set-option", "-g", "default-terminal", "tmux-256color"],
  ["set-option", "-s", "escape-time", "0"],
].flatMap((line) => [...line, ";"]);

/** Starts a server on a socket of its own and the program in it. */
export async function startTmuxServer(
  command: readonly string[],
  { env, cwd, columns = 80, rows = 24 }: TmuxOptions,
): Promise<TmuxServer> {
  const directory = mkdtempSync(join(tmpdir(), "omp-tmux-"));
  const socket = join(directory, "socket");
  const run = async (...args: string[]): Promise<string> => {
    const result = await runProcess(["tmux", "-S", socket, "-f", "/dev/null", ...args], { env });
    if (result.exitCode !== 0) throw new Error(`tmux ${args[0]}: ${result.stderr.trim()}`);
    return result.stdout.replace(/\n$/, "");
  };
  const removeDirectory = (): void => rmSync(directory, { recursive: true, force: true });
  try {
    const size = ["-x", String(columns), "-y", String(rows)];
    const place = cwd === undefined ? [] : ["-c", cwd];
    await run(...settings, "new-session", "-d", ...size, ...place, "--", ...command);
    const pid = Number(await run("display-message", "-p", "#{pane_pid}"));
    const serverPid = Number(await run("display-message", "-p", "#{pid}"));
    return {
      pid,
      run,
      reap: () => signalIfAlive(serverPid, "SIGCHLD"),
      async stop() {
        const family = [pid, ...descendantsOf(pid)];
        await run("kill-server");
        for (const member of family) signalIfAlive(member, "SIGKILL");
        removeDirectory();
      },
    };
  } catch (error) {
    removeDirectory();
    throw error;
  }
}
