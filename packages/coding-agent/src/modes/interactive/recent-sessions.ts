// The last sessions of this project, as a few lines below the welcome.
import { agentPaths } from "../../platform/agent-paths.ts";
import type { Host } from "../../platform/host.ts";
import { listProjectSessions } from "../../session/log/list-sessions.ts";
import { sinceWords } from "./since-words.ts";

const SHOWN = 3;

/** Lines, or an empty text when there is no other session. */
export function recentSessions(
  cwd: string,
  currentFile: string | undefined,
  host: Pick<Host, "env" | "home" | "tmp" | "platform" | "now">,
): string {
  const { sessionsDir } = agentPaths(host);
  const others = listProjectSessions({ sessionsDir, cwd, host }).filter(
    ({ file }) => file !== currentFile,
  );
  if (others.length === 0) return "";
  const lines = others
    .slice(0, SHOWN)
    .map(({ name, modifiedMs }) => `  ${name} · ${sinceWords(host.now() - modifiedMs)}`);
  return ["Recent sessions here, /resume opens them:", ...lines].join("\n");
}
