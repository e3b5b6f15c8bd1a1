// Binaries, examples and tests of a cargo package and of the members of its workspace, read from files.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readFirst, type Task, type TaskRunner } from "../task-runner.ts";

interface Manifest {
  readonly package?: { readonly name?: string };
  readonly workspace?: { readonly members?: readonly string[] };
  readonly bin?: readonly { readonly name?: string }[];
  readonly example?: readonly { readonly name?: string }[];
  readonly test?: readonly { readonly name?: string }[];
}

const KINDS = [
  { kind: "bin", folder: "src/bin", command: "cargo run", flag: "--bin" },
  { kind: "example", folder: "examples", command: "cargo run", flag: "--example" },
  { kind: "test", folder: "tests", command: "cargo test", flag: "--test" },
] as const;

export const cargo: TaskRunner = {
  id: "cargo",
  find: async ({ directory }) => {
    const root = readManifest(directory);
    if (root === undefined) return [];
    const members = memberDirectories(root, directory);
    return [
      ...targetsOf(root, directory, { isMember: false }),
      ...members.flatMap((member) => {
        const manifest = readManifest(join(directory, member));
        if (manifest === undefined) return [];
        return targetsOf(manifest, join(directory, member), { isMember: true });
      }),
    ];
  },
};

function targetsOf(
  manifest: Manifest,
  directory: string,
  { isMember }: { isMember: boolean },
): Task[] {
  const owner = manifest.package?.name;
  if (owner === undefined) return [];
  return KINDS.flatMap(({ kind, folder, command, flag }) => {
    const main = kind === "bin" && existsSync(join(directory, "src/main.rs")) ? [owner] : [];
    const declared = (manifest[kind] ?? []).flatMap(({ name }) => name ?? []);
    const names = new Set([...main, ...declared, ...rustFiles(join(directory, folder))]);
    const scope = isMember ? ` -p ${owner}` : "";
    return [...names].map((name) => ({
      name: `${isMember ? `${owner}/` : ""}${kind}/${name}`,
      command: `${command}${scope} ${flag} ${name}`,
    }));
  });
}

function rustFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      if (entry.isFile() && entry.name.endsWith(".rs")) return [entry.name.slice(0, -".rs".length)];
      const isCrate = entry.isDirectory() && existsSync(join(folder, entry.name, "main.rs"));
      return isCrate ? [entry.name] : [];
    })
    .sort();
}

function memberDirectories({ workspace }: Manifest, directory: string): string[] {
  return (workspace?.members ?? [])
    .flatMap((pattern) => [...new Bun.Glob(`${pattern}/Cargo.toml`).scanSync({ cwd: directory })])
    .map((path) => path.slice(0, -"/Cargo.toml".length))
    .sort();
}

function readManifest(directory: string): Manifest | undefined {
  const text = readFirst(directory, "Cargo.toml");
  if (text === undefined) return undefined;
  try {
    const manifest: Manifest = Bun.TOML.parse(text);
    return manifest;
  } catch {
    // A broken manifest offers no targets.
    return undefined;
  }
}
