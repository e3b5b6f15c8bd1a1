// Which ways to build a sandbox this machine may have, best first. That one is listed does not mean that it holds.
import { bubblewrap } from "./bubblewrap.ts";
import { landlock } from "./landlock.ts";
import { namespaces } from "./namespaces.ts";
import type { SandboxBackend } from "./sandbox-backend.ts";
import { seatbelt } from "./seatbelt.ts";

export interface CandidateSources {
  readonly platform: NodeJS.Platform;
  readonly architecture: string;
  readonly execPath: string;
  /** Where programs are looked for. Never a folder of a project: what is found here builds the walls. */
  readonly path: string;
}

/** Folders of the system; a `bwrap` in the user's own folders could be anybody's. */
export const SYSTEM_PATH =
  "/usr/bin:/bin:/usr/sbin:/sbin:/usr/local/bin:/run/current-system/sw/bin";

export function candidateBackends(sources: CandidateSources): SandboxBackend[] {
  const { platform, architecture, execPath, path } = sources;
  const which = (name: string): string | undefined => Bun.which(name, { PATH: path }) ?? undefined;
  if (platform === "darwin") {
    const program = which("sandbox-exec");
    return program === undefined ? [] : [seatbelt(program)];
  }
  if (platform !== "linux") return [];
  const libcPath = libcName(architecture);
  const [bwrap, bash, unshare] = [which("bwrap"), which("bash"), which("unshare")];
  const found: SandboxBackend[] = [];
  if (bwrap !== undefined && bash !== undefined) {
    const options = { programPath: bwrap, bashPath: bash, architecture };
    for (const forbidsUserNamespaces of [true, false])
      found.push(bubblewrap({ ...options, forbidsUserNamespaces }));
  }
  if (unshare !== undefined)
    found.push(namespaces({ unsharePath: unshare, execPath, libcPath, architecture }));
  return [...found, landlock({ execPath, libcPath, architecture })];
}

function libcName(architecture: string): string {
  const report = process.report?.getReport() as
    { header?: { glibcVersionRuntime?: string } } | undefined;
  if (report?.header?.glibcVersionRuntime !== undefined) return "libc.so.6";
  return `/lib/ld-musl-${architecture === "arm64" ? "aarch64" : "x86_64"}.so.1`;
}
