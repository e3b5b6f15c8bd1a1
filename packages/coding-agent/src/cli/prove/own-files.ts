// Looks at what omp has stored for this user: nobody else can read it, and nobody has changed the audit.
import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { agentPaths } from "../../platform/agent-paths.ts";
import { verifyAudit } from "../../services/audit/audit-log.ts";
import type { PrivateWorld } from "./private-world.ts";
import { fails, holds, type ProofResult, unknown } from "./proof.ts";

export function ownFiles({ host }: Pick<PrivateWorld, "host">): ProofResult {
  const { agentDir } = agentPaths(host);
  if (!existsSync(agentDir)) return unknown(`${agentDir} is not there yet`);
  const paths = readdirSync(agentDir, { recursive: true, encoding: "utf8" }).map((name) =>
    join(agentDir, name),
  );
  const open = paths.filter((path) => {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    return stats !== undefined && !stats.isSymbolicLink() && (stats.mode & 0o077) !== 0;
  });
  if (open.length === 0) return holds(`${paths.length} files and folders below ${agentDir}`);
  const more = open.length > 1 ? ` and ${open.length - 1} more` : "";
  return fails(`others can read ${open[0]}${more}; chmod -R go= ${agentDir} closes them`);
}

export function auditChain({ host }: Pick<PrivateWorld, "host">): ProofResult {
  const check = verifyAudit(join(agentPaths(host).agentDir, "audit"));
  if (!check.ok) return fails(check.problem);
  return check.lines === 0
    ? unknown("nothing was decided yet")
    : holds(`${check.lines} decisions, each with the hash of the one before`);
}
