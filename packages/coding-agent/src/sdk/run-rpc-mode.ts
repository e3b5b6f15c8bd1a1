// RPC for a program: serves a session that it made itself over its own stdin and stdout.
import { EXIT } from "../platform/exit-codes.ts";
import type { AgentSession } from "./agent-session.ts";

/** How RPC is spoken. */
export interface RpcModeOptions {
  /** `full` repeats the message so far in every streamed event. */
  readonly eventDetail?: "delta" | "full";
  /** Ends the conversation before the host does. */
  readonly signal?: AbortSignal;
}

/**
 * Serves the session until the host closes its end, then disposes of it; gives the exit code. From the first call on
 * stdout belongs to the protocol: what else is printed goes to stderr.
 */
export async function runRpcMode(
  session: AgentSession,
  { eventDetail = "delta", signal }: RpcModeOptions = {},
): Promise<number> {
  const { claimOutput, speakRpc } = await import("../cli/serve-rpc.ts");
  const { openOutput } = await import("../cli/stdio.ts");
  const { hostDialogs } = await import("../services/host-bridge/host-dialogs.ts");
  const { holder, host, bridge } = session.insides;
  const { err } = openOutput();
  const out = claimOutput(host);
  const leave = new AbortController();
  const end = (): void => leave.abort();
  for (const ending of [signal, out.broken]) ending?.addEventListener("abort", end, { once: true });
  if (signal?.aborted === true) end();
  try {
    const how = await speakRpc(holder, {
      host,
      bridge,
      dialogs: hostDialogs(bridge.calls),
      out,
      detail: eventDetail,
      onDefect: (defect) => err.write(`omp: ${String(defect)}\n`),
      leave: leave.signal,
    });
    return EXIT[how];
  } finally {
    await session.dispose();
    await err.flush();
  }
}
