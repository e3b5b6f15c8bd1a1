// The terminal for a program: shows a session that it made itself, with omp's own screens. Loaded when it starts.
import { agentPaths } from "../platform/agent-paths.ts";
import { UserError } from "../platform/exit-codes.ts";
import type { AgentSession } from "./agent-session.ts";

/** What the terminal begins with. */
export interface InteractiveModeOptions {
  /** The first lines; default names the model and the directory. */
  readonly welcome?: string;
  /** Said at once, one after the other. */
  readonly messages?: readonly string[];
}

/** A session in the terminal of this process. Make the session with `interactive: true`. */
export class InteractiveMode {
  readonly #session: AgentSession;
  readonly #options: InteractiveModeOptions;
  readonly #leave = new AbortController();

  constructor(session: AgentSession, options: InteractiveModeOptions = {}) {
    this.#session = session;
    this.#options = options;
  }

  /** Talks until the person leaves or `stop` is called, then disposes of the session. Throws UserError without a terminal. */
  async run(): Promise<void> {
    const { holder, host } = this.#session.insides;
    if (!host.isStdinTty || !host.isStdoutTty)
      throw new UserError("InteractiveMode needs a terminal on stdin and stdout.");
    const { welcomeText } = await import("../cli/welcome.ts");
    const { runInteractive } = await import("../modes/interactive/interactive.ts");
    const { openTerminal } = await import("../modes/interactive/open-terminal.ts");
    const { welcome, messages = [] } = this.#options;
    const { session, tourDirectory } = holder.held;
    try {
      await runInteractive({
        leave: this.#leave.signal,
        messages,
        welcome:
          welcome ??
          welcomeText(session.model, session.log.header.cwd, tourDirectory !== undefined),
        emptyMeans: undefined,
        sessions: holder,
        host,
        agentDir: agentPaths(host).agentDir,
        terminal: openTerminal(),
      });
    } finally {
      await this.#session.dispose();
    }
  }

  /** Ends it, as when the person leaves. */
  stop(): void {
    this.#leave.abort();
  }
}
