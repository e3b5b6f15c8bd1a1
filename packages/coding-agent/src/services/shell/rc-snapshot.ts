// What the user's `.bashrc` defines, taken once and kept until that file changes. A start file that somebody else could
// have written is not run.
import { existsSync, mkdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";

export interface RcSnapshotOptions {
  readonly bashPath: string;
  readonly home: string | undefined;
  /** The project: start files inside it are not the user's. */
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
  /** Where snapshots are kept. */
  readonly folder: string;
  /** The user's number; undefined where there is no such thing. */
  readonly userId: number | undefined;
}

/** The snapshot file; undefined when there is nothing to take or it cannot be taken. Never rejects. */
export async function rcSnapshot(options: RcSnapshotOptions): Promise<string | undefined> {
  try {
    const start = startFile(options);
    if (start === undefined) return undefined;
    const { bashPath, folder, env, home = "/" } = options;
    const outputPath = join(folder, `${keyOf(start, bashPath)}.sh`);
    if (existsSync(outputPath)) return outputPath;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { takeShellSnapshot } = await import("@oh-my-pi/pi-natives/shell-snapshot");
    const taken = await takeShellSnapshot({
      bashPath,
      startFile: start.path,
      outputPath,
      cwd: home,
      env,
    });
    return taken.isTaken ? taken.path : undefined;
  } catch {
    // A folder that cannot be written, a file that went away: the shell works without the user's aliases.
    return undefined;
  }
}

interface StartFile {
  readonly path: string;
  readonly stats: Stats;
}

/** The user's own start file: a regular file that nobody else can write, not one of the project. */
function startFile({ home, workspace, userId }: RcSnapshotOptions): StartFile | undefined {
  if (home === undefined || !isAbsolute(home)) return undefined;
  const path = join(home, ".bashrc");
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile()) return undefined;
  const isForeign = userId !== undefined && stats.uid !== userId && stats.uid !== 0;
  const isWritableByOthers = (stats.mode & 0o022) !== 0;
  const isInProject = isBelow(realpathSync(workspace), realpathSync(path));
  return isForeign || isWritableByOthers || isInProject ? undefined : { path, stats };
}

function isBelow(folder: string, path: string): boolean {
  const below = relative(folder, path);
  // A project that is the home directory itself has the user's own start file.
  return !below.startsWith("..") && !isAbsolute(below) && below.includes("/");
}

function keyOf({ path, stats }: StartFile, bashPath: string): string {
  const facts = [path, stats.mtimeMs, stats.size, stats.ino, bashPath, VERSION].join("\0");
  return new Bun.CryptoHasher("sha256").update(facts).digest("hex").slice(0, 16);
}

/** Changed when snapshots are taken differently. */
const VERSION = 1;
