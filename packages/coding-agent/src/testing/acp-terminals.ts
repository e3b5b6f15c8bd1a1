// Terminals of the editor for tests: real programs, their output kept until they are released.
import type {
  CreateTerminalRequest,
  TerminalOutputResponse,
  WaitForTerminalExitResponse,
} from "@agentclientprotocol/sdk";

interface Named {
  readonly terminalId: string;
}

export function testTerminals(env: Readonly<Record<string, string>>) {
  const running = new Map<string, ReturnType<typeof start>>();
  const created: CreateTerminalRequest[] = [];
  const released: string[] = [];
  const find = ({ terminalId }: Named) => {
    const terminal = running.get(terminalId);
    if (terminal === undefined) throw new Error(`no terminal ${terminalId}`);
    return terminal;
  };
  return {
    created,
    released,
    create(request: CreateTerminalRequest): Named {
      created.push(request);
      const terminalId = `terminal-${created.length}`;
      running.set(terminalId, start(request, env));
      return { terminalId };
    },
    output: (named: Named): TerminalOutputResponse => ({
      output: find(named).text(),
      truncated: false,
    }),
    waitForExit: async (named: Named): Promise<WaitForTerminalExitResponse> => find(named).ended,
    kill: (named: Named) => {
      find(named).kill();
      return {};
    },
    release: (named: Named) => {
      find(named).kill();
      running.delete(named.terminalId);
      released.push(named.terminalId);
      return {};
    },
    async end(): Promise<void> {
      for (const terminal of running.values()) terminal.kill();
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}

function start(request: CreateTerminalRequest, env: Readonly<Record<string, string>>) {
  const added = Object.fromEntries((request.env ?? []).map(({ name, value }) => [name, value]));
  const child = Bun.spawn([request.command, ...(request.args ?? [])], {
    ...(request.cwd != null && { cwd: request.cwd }),
    env: { ...env, ...added },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  });
  let text = "";
  const read = async (): Promise<WaitForTerminalExitResponse> => {
    const decoder = new TextDecoder();
    for await (const chunk of child.stdout) text += decoder.decode(chunk, { stream: true });
    await child.exited;
    return {
      exitCode: child.exitCode,
      signal: child.signalCode === null ? null : String(child.signalCode),
    };
  };
  return { ended: read(), text: () => text, kill: () => child.kill("SIGKILL") };
}
