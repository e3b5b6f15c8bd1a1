// Shown with a repository that wants to run things: git as omp starts it, and a session in that repository with a model that
// uses git, run none of them.
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runGit } from "../../platform/git/run-git.ts";
import type { PrivateWorld } from "./private-world.ts";
import { fails, holds, type ProofResult, unknown } from "./proof.ts";

export async function stranger(world: PrivateWorld): Promise<ProofResult> {
  const { project: cwd } = world;
  const env = world.env();
  const mark = join(world.project, "mark");
  const made = await runGit(["init", "-q"], { cwd, env }).catch(() => undefined);
  if (made?.exitCode !== 0) return unknown("git is not installed");
  layTraps(cwd, `touch ${mark}`);
  await runGit(["add", "."], { cwd, env });
  await runGit(["diff"], { cwd, env });
  const command =
    "git status; git -c user.name=a -c user.email=a@b commit -qm x; git diff; echo done";
  world.model.answer({ tool: "bash", args: { command } });
  const { session } = await world.open({ isProjectIgnored: true });
  await session.prompt("Look around.");
  await session.close();
  if (existsSync(mark)) return fails("something of the repository was run");
  if (!(world.model.bodies.at(-1) ?? "").includes("done")) return unknown("git could not be run");
  return holds(`a repository with ${TRAPS} traps (hooks, fsmonitor, filters, drivers) ran nothing`);
}

const HOOKS = ["pre-commit", "commit-msg", "post-commit", "post-index-change"];
const KEYS = ["core.fsmonitor", "core.pager", "diff.external", "filter.f.clean", "diff.f.textconv"];
const TRAPS = HOOKS.length + KEYS.length;

function layTraps(project: string, trap: string): void {
  const git = join(project, ".git");
  mkdirSync(join(git, "hooks"), { recursive: true });
  for (const name of HOOKS) {
    writeFileSync(join(git, "hooks", name), `#!/bin/sh\n${trap}\n`);
    chmodSync(join(git, "hooks", name), 0o755);
  }
  const lines = KEYS.map((key) => {
    const [section = "", ...rest] = key.split(".");
    const header = rest.length > 1 ? `[${section} "${rest[0]}"]` : `[${section}]`;
    return `${header}\n\t${rest.at(-1)} = "${trap}; cat"\n`;
  });
  writeFileSync(join(git, "config"), `[core]\n\trepositoryformatversion = 0\n${lines.join("")}`);
  writeFileSync(join(project, ".gitattributes"), "* filter=f diff=f\n");
  writeFileSync(join(project, "file"), "text\n");
}
