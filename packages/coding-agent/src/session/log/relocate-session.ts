// Writes a session, which may be open, to where another project keeps its own: the same id and artifacts under a new
// working directory. The old file is left for whoever closes it.
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { AppendFileError } from "../../platform/append-file.ts";
import { copyArtifacts, discardArtifacts, linesUnder, writeSessionFile } from "./copy-session.ts";
import { SESSION_VERSION } from "./entry.ts";
import { readHeader } from "./header-line.ts";
import { openForReading } from "./read-session-file.ts";
import { artifactsPath, type NewPlace } from "./session-place.ts";

/** The new file. Throws with nothing left behind. */
export function relocateSession(source: string, { folder, cwd, platform, now }: NewPlace): string {
  using file = openForReading(source);
  const target = join(folder, basename(source));
  if (existsSync(target) || existsSync(artifactsPath(target)))
    throw new AppendFileError("io", `${target} is there already.`);
  copyArtifacts(source, target);
  try {
    const known = readHeader(file.read) ?? {
      type: "session" as const,
      version: SESSION_VERSION,
      id: basename(source, ".jsonl").replace(/^.*_/, ""),
      timestamp: new Date(now()).toISOString(),
    };
    writeSessionFile(target, linesUnder({ ...known, cwd }, file), platform);
    return target;
  } catch (error) {
    discardArtifacts(target);
    throw error;
  }
}
