// Sessions for an editor on the other end of stdin and stdout.
import { join } from "node:path";
import { runAcp } from "../modes/acp/acp.ts";
import type { AcpHouse } from "../modes/acp/house.ts";
import { agentPaths, sessionDirName } from "../platform/agent-paths.ts";
import { claimStdout } from "../platform/claim-stdout.ts";
import type { ExitName } from "../platform/exit-codes.ts";
import type { Host } from "../platform/host.ts";
import { createLogins } from "../services/logins.ts";
import { forkSession } from "../session/log/fork-session.ts";
import {
  listAllSessions,
  listFolders,
  listProjectSessions,
  type ListOptions,
  type SessionListing,
} from "../session/log/list-sessions.ts";
import type { Assembly } from "./assembly.ts";
import type { ParsedArgs } from "./parse-args.ts";
import { byteStream, openSink, type FlushingSink, type Output } from "./stdio.ts";
import { toLaunch } from "./to-launch.ts";

/** Serves ACP until the editor goes. */
export async function serveAcp(
  args: ParsedArgs,
  host: Host,
  assembly: Assembly,
  output: Output,
): Promise<ExitName> {
  const out = openSink(claimStdout(host.platform));
  const leave = new AbortController();
  let endedBy: ExitName | undefined;
  const end = (how: ExitName) => (): void => {
    endedBy ??= how;
    leave.abort();
  };
  const onInterrupt = end("interrupted");
  const onTerminate = end("terminated");
  out.broken.addEventListener("abort", end("brokenPipe"), { once: true });
  process.on("SIGINT", onInterrupt).on("SIGTERM", onTerminate).on("SIGHUP", onTerminate);
  try {
    const how = await runAcp(houseFor(args, host, assembly, output), {
      input: Bun.stdin.stream(),
      output: byteStream(out),
      leave: leave.signal,
    });
    return endedBy ?? how;
  } finally {
    process.off("SIGINT", onInterrupt).off("SIGTERM", onTerminate).off("SIGHUP", onTerminate);
    await settleOutput(out);
  }
}

/** An editor that does not read keeps nobody from ending. */
async function settleOutput(out: FlushingSink): Promise<void> {
  await Promise.race([out.flush(), Bun.sleep(FLUSH_MS)]);
}

const FLUSH_MS = 2000;

function houseFor(args: ParsedArgs, host: Host, assembly: Assembly, { err }: Output): AcpHouse {
  const { sessionsDir } = agentPaths(host);
  const launch = toLaunch(args, host);
  const { sessionDir } = launch;
  const list = (cwd: string | undefined, options: ListOptions = {}): SessionListing[] => {
    if (sessionDir !== undefined)
      return listFolders([sessionDir], options).filter(
        (listing) => cwd === undefined || listing.cwd === cwd,
      );
    return cwd === undefined
      ? listAllSessions(sessionsDir, options)
      : listProjectSessions({ sessionsDir, cwd, host }, options);
  };
  return {
    host,
    open: ({ cwd, file, editor, dialogs, canAsk }) => {
      const wish = { ...launch, cwd, sessionFile: file, editor, dialogs, isLasting: true };
      return assembly.createSession(wish, { ...host, cwd }, { canAsk });
    },
    list: (cwd) => list(cwd),
    find: (id) => list(undefined, { withUnanswered: true }).find((listing) => listing.id === id),
    fork: (file, cwd) => {
      const folder = sessionDir ?? join(sessionsDir, sessionDirName(cwd, host));
      return forkSession(file, { folder, cwd, platform: host.platform, now: host.now });
    },
    hasKeys: async () =>
      launch.apiKey !== undefined ||
      (await createLogins(host).providers()).some(({ authenticated }) => authenticated),
    note: (text) => {
      err.write(`omp: ${text}\n`);
      void err.flush();
    },
  };
}
