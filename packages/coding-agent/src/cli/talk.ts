// A session for a person: in the terminal, or as plain lines where there is none.
import type { UserMessage } from "@oh-my-pi/pi-ai/message";
import { agentPaths } from "../platform/agent-paths.ts";
import type { ExitName } from "../platform/exit-codes.ts";
import type { Host } from "../platform/host.ts";
import type { SessionHolder } from "../session/session-holder.ts";
import type { ConsentDesk } from "../trust/consent-desk.ts";
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
  /** Where questions about projects are asked from now on. */
  readonly consents: ConsentDesk;
  /** Opened at once, where there are screens. */
  readonly firstScreen?: string | undefined;
}

/** Whether the terminal can be drawn on; a person without one gets plain lines. */
export function hasScreen({ flags }: Pick<ParsedArgs, "flags">, host: Host): boolean {
  return host.isStdoutTty && !flags.has("accessible");
}

/** Talks until the person leaves. */
export async function talk(
  holder: SessionHolder<AssembledSession>,
  messages: readonly UserMessage["content"][],
  { args, host, output, leave, consents, firstScreen }: Surroundings,
): Promise<ExitName> {
  const { session, tourDirectory } = holder.held;
  const options = {
    leave,
    consents,
    messages,
    welcome: welcomeText(session.model, session.log.header.cwd, tourDirectory !== undefined),
    emptyMeans: tourDirectory === undefined ? undefined : "Show me how omp works.",
  };
  if (!hasScreen(args, host)) {
    const { runAccessible } = await import("../modes/accessible/accessible.ts");
    return runAccessible(holder, { ...options, host, terminal: openLineTerminal(output.out) });
  }
  const { runInteractive } = await import("../modes/interactive/interactive.ts");
  const { openTerminal } = await import("../modes/interactive/open-terminal.ts");
  return runInteractive({
    ...options,
    sessions: holder,
    host,
    agentDir: agentPaths(host).agentDir,
    terminal: openTerminal(),
    firstScreen,
  });
}
