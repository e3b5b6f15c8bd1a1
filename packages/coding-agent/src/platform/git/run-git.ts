// omp's own git: the only place that starts it. Nothing that the repository names runs, nothing is asked, nothing is fetched.
import { harmlessGitVariables } from "./git-environment.ts";

export interface GitResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface GitCall {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
}

/** Commands that show changes; they would hand files to programs of the repository. */
const SHOWING = /^(?:diff|log|show|format-patch|whatchanged)$/;
const OWN_SHOWING = ["--no-ext-diff", "--no-textconv"];

/** Quiet and alone, whatever the user's environment says. */
const QUIET = {
  GIT_TERMINAL_PROMPT: "0",
  GIT_OPTIONAL_LOCKS: "0",
  GIT_PAGER: "cat",
  GIT_EDITOR: "true",
  GIT_SEQUENCE_EDITOR: "true",
  GIT_ASKPASS: "true",
  SSH_ASKPASS: "true",
  GIT_SSH_COMMAND: "ssh -oBatchMode=yes",
  GIT_NO_LAZY_FETCH: "1",
  LC_ALL: "C",
};

/** Runs `git command ...args` in `cwd`. Rejects only when there is no git. */
export async function runGit(
  [command, ...args]: readonly [command: string, ...args: string[]],
  { cwd, env, signal }: GitCall,
): Promise<GitResult> {
  const own = withoutGit(env);
  const shown = SHOWING.test(command) ? OWN_SHOWING : [];
  const child = Bun.spawn(["git", "--no-pager", command, ...shown, ...args], {
    cwd,
    env: { ...own, ...harmlessGitVariables(cwd, own), ...QUIET, GIT_ALLOW_PROTOCOL: "" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    ...(signal !== undefined && { signal }),
  });
  const [stdout, stderr, exitCode] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ]);
  return { exitCode, stdout, stderr };
}

/** Variables such as `GIT_DIR` would lead omp to another repository, and others name programs. */
function withoutGit(env: GitCall["env"]): Record<string, string> {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith("GIT_"),
  );
  return Object.fromEntries(kept);
}
