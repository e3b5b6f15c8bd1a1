// Finds out whether a sandbox holds, by trying to break it from inside. What a back end says of itself counts nothing.
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SandboxBackend, SandboxPlan } from "./sandbox-backend.ts";

/** What was found; `leaks` names what got through, `failure` why nothing could run at all. */
export interface ProbeResult {
  readonly holds: boolean;
  readonly problem?: string;
}

export interface ProbeOptions {
  readonly tmp: string;
  readonly bashPath: string;
  readonly env: Readonly<Record<string, string>>;
}

const TIME_LIMIT_MS = 10_000;

/** Each line that is printed but the last is a leak. Arguments: folder, pid of ours, port of ours. */
const ATTEMPTS = String.raw`
exec 2>/dev/null
cd "$1/work" || echo "cannot enter the workspace"
: > made || echo "cannot write to the workspace"
: > "$TMPDIR/made" || echo "cannot write to the temp folder"
: > "$1/outside/made" && echo "wrote outside the workspace"
echo x >> "$1/outside/file" && echo "changed a file outside"
rm "$1/outside/file" && echo "removed a file outside"
cat "$1/outside/key" && echo "read a hidden file"
ln "$1/outside/file" linked && echo x >> linked && echo "wrote through a hard link"
ln -s "$1/outside" way && : > way/made2 && echo "wrote through a symbolic link"
if [ -n "$4" ]; then
  : > kept/in/made && echo "changed what is protected"
  mv kept away && echo "moved what is protected"
fi
: > "$HOME/.omp-probe" && echo "wrote to the home folder"
(($2 > 99)) && kill -0 "$2" && echo "can signal processes outside"
(exec 3<>"/dev/tcp/127.0.0.1/$3") && echo "reached the network"
echo 1 > /proc/sys/kernel/cap_last_cap && echo "changed a kernel setting"
echo end
`;

export async function probeBackend(
  backend: SandboxBackend,
  { tmp, bashPath, env }: ProbeOptions,
): Promise<ProbeResult> {
  const root = realpathSync(mkdtempSync(join(tmp, "omp-probe-")));
  const reached = { isTouched: false };
  const listener = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: { open: () => void (reached.isTouched = true), data: () => undefined },
  });
  try {
    const plan = layOut(root);
    const args = [String(process.pid), String(listener.port), backend.holdsProtected ? "yes" : ""];
    const argv = [bashPath, "--norc", "--noprofile", "-c", ATTEMPTS, "probe", root, ...args];
    const child = Bun.spawn(backend.wrap(argv, plan, root), {
      env: { ...env, TMPDIR: plan.temp, HOME: join(root, "outside") },
      cwd: "/",
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
      timeout: TIME_LIMIT_MS,
      killSignal: "SIGKILL",
    });
    const [said, complaints] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    await child.exited;
    return judge(said, complaints, { root, isReached: reached.isTouched });
  } catch (error) {
    return { holds: false, problem: error instanceof Error ? error.message : String(error) };
  } finally {
    listener.stop(true);
    rmSync(root, { recursive: true, force: true });
  }
}

function layOut(root: string): SandboxPlan {
  for (const folder of ["work/kept/in", "temp", "outside"])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, "outside/file"), "");
  writeFileSync(join(root, "outside/key"), "key\n");
  return {
    writable: [join(root, "work")],
    temp: join(root, "temp"),
    sharedTemps: [],
    readable: [],
    protectedPaths: [join(root, "work/kept/in")],
    absentPaths: [],
    reopened: [],
    hidden: [join(root, "outside/key")],
    sockets: [],
    hasNetwork: false,
  };
}

function judge(
  said: string,
  complaints: string,
  facts: { readonly root: string; readonly isReached: boolean },
): ProbeResult {
  const lines = said.split("\n").filter((line) => line !== "");
  if (lines.pop() !== "end") {
    const why = complaints.trim().split("\n").at(-1);
    return { holds: false, problem: why || "it did not run" };
  }
  if (facts.isReached) lines.push("reached the network");
  if (existsSync(join(facts.root, "outside/made"))) lines.push("wrote outside the workspace");
  const [leak] = lines;
  return leak === undefined ? { holds: true } : { holds: false, problem: leak };
}
