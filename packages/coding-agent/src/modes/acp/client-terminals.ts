// The editor's terminals over ACP: a command runs where the person sees it, and belongs to its tool call.
import type { AgentContext } from "@agentclientprotocol/sdk";
import type { EditorTerminals } from "../../services/editor/editor-terminals.ts";

export interface TerminalsPort {
  readonly client: Pick<AgentContext, "createTerminal">;
  readonly sessionId: () => string | undefined;
  /** A call runs in this terminal from now on. */
  readonly opened: (callId: string, terminalId: string) => void;
}

const STARTING_MS = 300;
/** How long a killed program may take to go before its call ends without it. */
const DYING_MS = 2_000;

/** Runs programs in terminals; each is released when its program has ended. */
export function clientTerminals({ client, sessionId, opened }: TerminalsPort): EditorTerminals {
  return {
    async run({ callId, command, args, cwd, env, maxOutputBytes }, signal) {
      const session = sessionId();
      if (session === undefined) throw new Error("The session is not open yet.");
      await using terminal = await client.createTerminal({
        sessionId: session,
        command,
        args: [...args],
        cwd,
        env: Object.entries(env).map(([name, value]) => ({ name, value })),
        outputByteLimit: maxOutputBytes,
      });
      opened(callId, terminal.id);
      const startedAt = performance.now();
      const exit = await Promise.race([
        terminal.waitForExit(),
        killOnAbort(signal, startedAt, () => terminal.kill()),
      ]);
      const { output } = await terminal.currentOutput();
      return { output, exitCode: exit?.exitCode ?? null };
    },
  };
}

/**
 * Kills when the signal fires and resolves when the program has had time to go. One that has only just started is given
 * a moment: a sandbox that is killed while it is being made may leave its program behind.
 */
async function killOnAbort(
  signal: AbortSignal,
  startedAtMs: number,
  kill: () => Promise<unknown>,
): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  else signal.addEventListener("abort", () => resolve(), { once: true });
  await promise;
  await Bun.sleep(Math.max(0, STARTING_MS - (performance.now() - startedAtMs)));
  // The editor may be gone, or the terminal with it: there is nothing left to kill then.
  await kill().catch(() => undefined);
  await Bun.sleep(DYING_MS);
  return undefined;
}
