// A session for a program on the other end of stdin and stdout.
import { runRpc } from "../modes/rpc/rpc.ts";
import type { ExitName } from "../platform/exit-codes.ts";
import type { Host } from "../platform/host.ts";
import { SessionHolder } from "../session/session-holder.ts";
import type { Assembly } from "./assembly.ts";
import { chooseSession } from "./choose-session.ts";
import { guarded } from "./guarded.ts";
import type { ParsedArgs } from "./parse-args.ts";
import { openLineTerminal, type Output } from "./stdio.ts";
import { toLaunch } from "./to-launch.ts";

/** Serves RPC until the host goes. */
export async function serveRpc(
  args: ParsedArgs,
  host: Host,
  assembly: Assembly,
  output: Output,
): Promise<ExitName> {
  const sessionFile = chooseSession(args, host, host.cwd);
  const assembled = await assembly.createSession(
    { ...toLaunch(args, host), sessionFile, isLasting: true },
    host,
  );
  const holder = new SessionHolder(assembled);
  for (const note of assembled.notes) output.err.write(`omp: ${note}\n`);
  const detail = args.flags.get("event-detail") === "full" ? "full" : "delta";
  const onDefect = (defect: unknown): void => output.err.write(`omp: ${String(defect)}\n`);
  return guarded(holder, { output, maxTimeMs: undefined }, (leave) =>
    runRpc(holder, { channel: openLineTerminal(output.out), detail, onDefect, leave }),
  );
}
