// A session for a person: in the terminal, or as plain lines where there is none.
import { agentPaths } from "../platform/agent-paths.ts";
import type { ExitName } from "../platform/exit-codes.ts";
import type { Host } from "../platform/host.ts";
import type { SessionHolder } from "../session/session-holder.ts";
import type { AssembledSession } from "./assembly.ts";
import type { ParsedArgs } from "./parse-args.ts";
import { openLineTerminal, type Output } from "./stdio.ts";
import { welcomeText } from "./welcome.ts";

/** What a conversation takes place in. */
export interface Surroundings {
  readonly args: ParsedArgs;
  readonly host: Host;
  readonly output: Output;
  readonly leave: AbortSignal;
}

/** Talks until the person leaves. */
export async function talk(
  holder: SessionHolder<AssembledSession>,
  messages: readonly string[],
  { args, host, output, leave }: Surroundings,
): Promise<ExitName> {
  const { session, tourDirectory } = holder.held;
  const options = {
    leave,
    messages,
    welcome: welcomeText(session.model, session.log.header.cwd, tourDirectory !== undefined),
    emptyMeans: tourDirectory === undefined ? undefined : "Show me how omp works.",
  };
  // Without a terminal for its output, a person gets plain lines.
  if (args.flags.has("accessible") || !host.isStdoutTty) {
    const { runAccessible } = await import("../modes/accessible/accessible.ts");
    return runAccessible(session, { ...options, terminal: openLineTerminal(output.out) });
  }
  const { runInteractive } = await import("../modes/interactive/interactive.ts");
  const { openTerminal } = await import("../modes/interactive/open-terminal.ts");
  return runInteractive({
    ...options,
    sessions: holder,
    host,
    agentDir: agentPaths(host).agentDir,
    terminal: openTerminal(),
  });
}
