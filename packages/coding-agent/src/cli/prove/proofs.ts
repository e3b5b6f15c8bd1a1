// The promises that can be shown in seconds on the user's own machine, each with real files and real processes in a
// private folder that is gone afterwards.
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
} from "node:fs";
import { join } from "node:path";
import { agentPaths } from "../../platform/agent-paths.ts";
import { childEnvironment } from "../../platform/child-environment.ts";
import type { Host } from "../../platform/host.ts";
import { systemSandbox } from "../../platform/sandbox/system-sandbox.ts";
import { verifyAudit } from "../../services/audit/audit-log.ts";
import { Placeholders } from "../../services/secrets/placeholder.ts";
import { SecretVault } from "../../services/secrets/secret-vault.ts";
import { ShellRunner } from "../../services/shell-runner.ts";
import { createSessionLog, openSessionLog } from "../../session/log/open-log.ts";
import { fails, holds, type Proof, type ProofResult, unknown } from "./proof.ts";

const ENTRIES = 50;

/** Every proof, for this machine; `folder` is private and temporary. */
export function proofs(host: Host, folder: string): readonly Proof[] {
  return [
    { promise: "What was accepted survives a crash", show: async () => crash(host, folder) },
    { promise: "Secrets are hidden and come back", show: async () => secrets() },
    { promise: "No process outlives its command", show: () => orphans(host, folder) },
    { promise: "A command cannot reach past the workspace", show: () => sandbox(host, folder) },
    { promise: "omp's own files are yours alone", show: async () => privateFiles(host) },
    { promise: "Nobody changed the audit", show: async () => audit(host) },
  ];
}

/** A line that was cut short is taken off; everything before it is there, once and in order. */
function crash({ platform, now }: Host, folder: string): ProofResult {
  const file = join(folder, "session.jsonl");
  const place = { file, cwd: folder, platform, now };
  const log = createSessionLog(place);
  for (let at = 0; at < ENTRIES; at++)
    log.append({ type: "custom", customType: "proof", data: at });
  log.close();
  const size = readFileSync(file).length;
  appendFileSync(file, '{"type":"custom","id":"x","parent');
  using again = openSessionLog(place);
  const kept = [...again.entries()].map((entry) => (entry.type === "custom" ? entry.data : -1));
  const isWhole = kept.length === ENTRIES && kept.every((data, at) => data === at);
  if (!isWhole || readFileSync(file).length !== size)
    return fails("a torn session file lost entries");
  return holds(`${ENTRIES} entries are there after a write was cut short`);
}

function secrets(): ProofResult {
  const random = crypto.getRandomValues(new Uint8Array(48));
  const secret = `k3y-${Buffer.from(random).toString("hex").slice(0, 32)}`;
  const placeholders = new Placeholders(random, "proof");
  const vault = new SecretVault({
    secrets: () => [{ match: secret }],
    placeholders: () => placeholders,
  });
  const forms = [
    secret,
    Buffer.from(secret).toString("base64"),
    Buffer.from(secret).toString("hex"),
  ];
  for (const form of forms) {
    const hidden = vault.hide(`before ${form} after`);
    if (hidden.includes(form.slice(4, 24))) return fails("a secret was not hidden");
    if (vault.restore(hidden) !== `before ${form} after`)
      return fails("a secret did not come back");
  }
  return holds("plain, base64 and hexadecimal");
}

/** Children that leave their session and their parent. */
async function orphans(host: Host, folder: string): Promise<ProofResult> {
  if (host.platform !== "linux") return unknown("looked for in /proc, which is not there");
  const pids = join(folder, "pids");
  mkdirSync(pids);
  const stay = `sh -c 'touch ${pids}/$$; exec sleep 300' >/dev/null 2>&1`;
  const command = `${stay} & setsid ${stay} & (setsid ${stay} &) ; until [ $(ls ${pids} | wc -l) -ge 3 ]; do sleep 0.05; done`;
  await using runner = new ShellRunner({ cwd: folder, env: childEnvironment(host.env, new Set()) });
  const { signal } = new AbortController();
  await runner.run({ command, cwd: folder, env: {}, timeoutMs: 10_000 }, signal);
  const started = readdirSync(pids);
  const alive = started.filter((pid) => existsSync(`/proc/${pid}/cmdline`) && isSleeping(pid));
  if (started.length < 3) return unknown("the processes could not be started");
  if (alive.length > 0) return fails(`${alive.length} of ${started.length} are still running`);
  return holds(`${started.length} processes that tried to stay are gone`);
}

/** Each back end of this machine is attacked from inside; the first that holds is the one that commands run in. */
async function sandbox(host: Host, folder: string): Promise<ProofResult> {
  const env = childEnvironment(host.env, new Set());
  const { candidates, probe } = systemSandbox(host, join(folder, "probes.json"), env);
  const problems: string[] = [];
  for (const backend of candidates()) {
    const { holds: isHolding, problem = "it does not hold" } = await probe(backend);
    if (isHolding) return holds(backend.name);
    problems.push(`${backend.name}: ${problem}`);
  }
  return fails(problems.length === 0 ? "no back end is there" : problems.join("; "));
}

function isSleeping(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith("sleep");
  } catch {
    // It ended while it was looked at.
    return false;
  }
}

function privateFiles(host: Host): ProofResult {
  const { agentDir } = agentPaths(host);
  if (!existsSync(agentDir)) return unknown(`${agentDir} is not there yet`);
  const open = readdirSync(agentDir, { recursive: true, encoding: "utf8" })
    .map((name) => join(agentDir, name))
    .filter((path) => {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return stats !== undefined && !stats.isSymbolicLink() && (stats.mode & 0o077) !== 0;
    });
  if (open.length === 0) return holds(agentDir);
  return fails(
    `others can read ${open[0]}${open.length > 1 ? ` and ${open.length - 1} more` : ""}`,
  );
}

function audit(host: Host): ProofResult {
  const check = verifyAudit(join(agentPaths(host).agentDir, "audit"));
  if (!check.ok) return fails(check.problem);
  return check.lines === 0 ? unknown("nothing was decided yet") : holds(`${check.lines} decisions`);
}
