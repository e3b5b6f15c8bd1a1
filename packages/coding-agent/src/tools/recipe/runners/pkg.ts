// Scripts of package.json and of its workspaces, run by the manager that the lock file names.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Probe, readFirst, type Task, type TaskRunner } from "../task-runner.ts";

interface Manifest {
  readonly name?: string;
  readonly scripts?: Readonly<Record<string, unknown>>;
  readonly workspaces?: readonly string[] | { readonly packages?: readonly string[] };
}

const LOCK_FILES = [
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["package-lock.json", "npm"],
] as const;

export const pkg: TaskRunner = {
  id: "pkg",
  find: async (probe) => {
    const manifest = readManifest(probe.directory);
    if (manifest === undefined) return [];
    const members = workspaceDirectories(manifest, probe.directory);
    const found = [scriptsOf(manifest), ...members.map((member) => memberScripts(member, probe))];
    const scripts = found.flat();
    if (scripts.length === 0) return [];
    const manager = await managerOf(probe);
    return scripts.map(({ script, ...task }) => ({ ...task, command: `${manager} run ${script}` }));
  },
};

type ScriptTask = Omit<Task, "command"> & { readonly script: string };

function scriptsOf({ scripts = {} }: Manifest): ScriptTask[] {
  return Object.keys(scripts)
    .filter((script) => /^[\w:./@-]+$/.test(script))
    .map((script) => ({ name: script, script }));
}

function memberScripts(directory: string, probe: Probe): ScriptTask[] {
  const manifest = readManifest(join(probe.directory, directory));
  if (manifest === undefined) return [];
  const owner = manifest.name ?? directory;
  return scriptsOf(manifest).map((task) => ({ ...task, name: `${owner}/${task.name}`, directory }));
}

function workspaceDirectories({ workspaces = [] }: Manifest, directory: string): string[] {
  const patterns = Array.isArray(workspaces)
    ? (workspaces as readonly string[])
    : ((workspaces as { packages?: readonly string[] }).packages ?? []);
  const found = patterns.flatMap((pattern) => [
    ...new Bun.Glob(`${pattern.replace(/\/$/, "")}/package.json`).scanSync({ cwd: directory }),
  ]);
  return [...new Set(found)]
    .filter((path) => !path.includes("node_modules"))
    .map((path) => path.slice(0, -"/package.json".length))
    .sort();
}

async function managerOf({ directory, output }: Probe): Promise<string> {
  const locked = LOCK_FILES.find(([file]) => existsSync(join(directory, file)))?.[1];
  return locked ?? ((await output("command -v bun")) === undefined ? "npm" : "bun");
}

function readManifest(directory: string): Manifest | undefined {
  const text = readFirst(directory, "package.json");
  if (text === undefined) return undefined;
  try {
    const manifest: unknown = JSON.parse(text);
    return typeof manifest === "object" && manifest !== null ? manifest : undefined;
  } catch {
    // A broken manifest offers no scripts.
    return undefined;
  }
}
