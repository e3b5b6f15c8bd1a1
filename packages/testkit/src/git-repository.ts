// A real git repository with a history that is the same on every machine: fixed author, fixed dates,
// no configuration but its own.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** One commit: files to write (`null` removes one) and its message. */
export interface Commit {
  readonly message: string;
  readonly files: Readonly<Record<string, string | Uint8Array | null>>;
}

/** A git repository under test. */
export interface GitRepository {
  readonly path: string;
  /** Runs git in the repository; its stdout without the last newline. Fails with git's own words. */
  git(...args: string[]): Promise<string>;
  /** Writes the files, stages everything and commits; returns the hash. */
  commit(commit: Commit): Promise<string>;
}

const firstCommitSeconds = Date.UTC(2024, 0, 1) / 1000;

/** Initialises `path` on branch `main` and makes the given commits, a minute apart. */
export async function createRepository(
  path: string,
  env: Readonly<Record<string, string>>,
  history: readonly Commit[],
): Promise<GitRepository> {
  let commits = 0;
  const git = async (...args: string[]): Promise<string> => {
    const date = `${firstCommitSeconds + commits * 60} +0000`;
    return runGit(path, args, {
      ...env,
      ...isolation,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_DATE: date,
    });
  };
  const commit = async ({ message, files }: Commit): Promise<string> => {
    for (const [name, content] of Object.entries(files)) {
      const file = join(path, name);
      mkdirSync(dirname(file), { recursive: true });
      if (content === null) rmSync(file, { recursive: true });
      else writeFileSync(file, content);
    }
    await git("add", "--all");
    await git("commit", "--quiet", "--allow-empty", "--message", message);
    commits += 1;
    return git("rev-parse", "HEAD");
  };
  await git("init", "--quiet", "--initial-branch=main");
  for (const entry of history) await commit(entry);
  return { path, git, commit };
}

const isolation = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_SYSTEM: "/dev/null",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_TERMINAL_PROMPT: "0",
  GIT_AUTHOR_NAME: "Test Author",
  GIT_AUTHOR_EMAIL: "author@example.invalid",
  GIT_COMMITTER_NAME: "Test Author",
  GIT_COMMITTER_EMAIL: "author@example.invalid",
};

async function runGit(
  cwd: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<string> {
  const child = Bun.spawn(["git", ...args], { cwd, env, stdin: "ignore", stderr: "pipe" });
  const [stdout, stderr, code] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ]);
  if (code !== 0) throw new Error(`git ${args.join(" ")} ended with ${code}: ${stderr.trim()}`);
  return stdout.replace(/\n$/, "");
}
