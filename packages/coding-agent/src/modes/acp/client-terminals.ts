// The editor's terminals over ACP: a command runs where the person sees it, and belongs to its tool call.
import type { AgentContext } from "@agentclientprotocol/sdk";
import type { EditorTerminals } from "../../services/editor/editor-terminals.ts";

export interface TerminalsPort {
  readonly client: Pick<AgentContext, "createTerminal">;
  readonly sessionId: () => string | undefined;
  /** A call runs in this terminal from now on. */
  readonly opened: (callId: string, terminalId: string) => void;
}

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
      const kill = (): void => void terminal.kill().catch(() => undefined);
      if (signal.aborted) kill();
      signal.addEventListener("abort", kill, { once: true });
      try {
        const { exitCode } = await terminal.waitForExit();
        const { output } = await terminal.currentOutput();
        return { output, exitCode: exitCode ?? null };
      } finally {
        signal.removeEventListener("abort", kill);
      }
    },
  };
}
