// A session for a program on the other end of stdin and stdout.
import { type RpcOptions, runRpc } from "../modes/rpc/rpc.ts";
import type { ExitName } from "../platform/exit-codes.ts";
import { claimStdout } from "../platform/claim-stdout.ts";
import type { Host } from "../platform/host.ts";
import { HostBridge } from "../services/host-bridge/host-bridge.ts";
import { hostDialogs } from "../services/host-bridge/host-dialogs.ts";
import { SessionHolder } from "../session/session-holder.ts";
import { createSlashPort, type SlashSessions } from "../slash/create-slash-port.ts";
import type { Assembly } from "./assembly.ts";
import { chooseSession } from "./choose-session.ts";
import { guarded } from "./guarded.ts";
import type { ParsedArgs } from "./parse-args.ts";
import { type FlushingSink, openLineChannel, openSink, type Output } from "./stdio.ts";
import { toLaunch } from "./to-launch.ts";

/** Serves RPC until the host goes. */
export async function serveRpc(
  args: ParsedArgs,
  host: Host,
  assembly: Assembly,
  output: Output,
): Promise<ExitName> {
  const choice = await chooseSession(args, host, host.cwd);
  const bridge = new HostBridge();
  const wantsTitle = /^(1|true|yes|on)$/i.test(host.env["PI_RPC_EMIT_TITLE"] ?? "");
  const dialogs = hostDialogs(bridge.calls, { wantsTitle });
  // Only with dialogs for tools may these ask; extensions and logins may in any case.
  const asked = args.flags.get("mode") === "rpc-ui" ? { dialogs } : {};
  const warn = (text: string): void => output.err.write(`omp: ${text}\n`);
  const sessionFile = choice.kind === "file" ? choice.file : undefined;
  const wished = { ...toLaunch(args, host), sessionFile, isLasting: true, warn };
  const launch = { ...wished, hostBridge: bridge, ...asked };
  const out = claimOutput(host);
  const assembled = await assembly.createSession(launch, host);
  const holder = new SessionHolder(assembled, { follows: true });
  for (const note of assembled.notes) output.err.write(`omp: ${note}\n`);
  const detail = args.flags.get("event-detail") === "full" ? "full" : "delta";
  const onDefect = (defect: unknown): void => output.err.write(`omp: ${String(defect)}\n`);
  return guarded(holder, { out, maxTimeMs: undefined }, (leave) =>
    speakRpc(holder, { host, bridge, dialogs, out, detail, onDefect, leave }),
  );
}

/** Takes stdout for the protocol; what else is printed goes to stderr from now on. */
export function claimOutput({ platform }: Pick<Host, "platform">): FlushingSink {
  return openSink(claimStdout(platform));
}

/** What a conversation in RPC takes place in. */
export interface RpcSurroundings extends Pick<
  RpcOptions,
  "bridge" | "dialogs" | "detail" | "onDefect" | "leave"
> {
  readonly host: Host;
  readonly out: FlushingSink;
}

/** Speaks RPC over stdin and `out` until the host goes. */
export async function speakRpc(
  sessions: SlashSessions,
  { host, out, dialogs, ...options }: RpcSurroundings,
): Promise<ExitName> {
  const how = await runRpc(sessions, {
    ...options,
    dialogs,
    channel: openLineChannel(out),
    slashPort: () =>
      createSlashPort(sessions, host, { dialogs, reply: (text) => dialogs.notify(text) }),
  });
  await Promise.race([out.flush(), patience()]);
  return how;
}

/** A host that does not read keeps nobody from ending. */
function patience(): Promise<void> {
  return Bun.sleep(FLUSH_MS);
}

const FLUSH_MS = 2000;
