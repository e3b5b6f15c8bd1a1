// Where a path lies, as far as harm is concerned: the system, somebody's home, the workspace, temporary files.
// Pure: paths are compared as text.
import { posix } from "node:path";
import type { Scope } from "./scope.ts";
import { HOLE, hasHole } from "./unknown.ts";

/**
 * `system`: the root, what the system lives in, or a directory above the home or the workspace.
 * `home`: a whole home. `secret`: keys and credentials. `homeTop`: directly in a home. `workspace`: the whole of
 * it. `outside`: anywhere else. `free`: inside the workspace, temporary, or deep in a home.
 * `unknown`: only running could tell.
 */
export type Place =
  "system" | "home" | "secret" | "homeTop" | "workspace" | "outside" | "free" | "unknown";

const SYSTEM_TREES =
  /^\/(?:bin|boot|dev|etc|lib|lib32|lib64|libx32|proc|sbin|sys|usr(?!\/local\/|\/src\/)|System|Library|private\/etc)(?:\/|$)/;
const SYSTEM_TOPS =
  /^\/(?:Applications|Users|Volumes|home|media|mnt|opt|private|root|run|srv|usr\/local|usr\/src|var|var\/lib|var\/log)?$/;
const TEMPORARY = /^(?:\/private)?(?:\/tmp|\/var\/tmp|\/dev\/shm|\/var\/folders)\/./;
const OTHER_HOMES = /^\/(?:home|Users)\/[^/]+|^\/root/;
const SECRETS = /^\.(?:ssh|gnupg|aws|kube|docker|password-store|omp)(?:\/|$)/;
const CACHES = /^\.(?:cache|npm|bun|cargo|gradle|m2|pnpm-store|yarn)\//;
/** A last part that means everything in its directory. */
const EVERYTHING = /\/(?:[*?.]+|\.\[[^\]]*\]\*)$/;

/** The absolute path that a value means, without knowing whether it is there. */
export function absolutePath(value: string, scope: Scope): string {
  if (value.startsWith(HOLE)) return HOLE;
  const joined = value.startsWith("/") ? value : `${scope.cwd}/${value}`;
  const path = posix.normalize(joined);
  // What climbs out of a directory that is not known is not known either.
  if (!path.startsWith("/") && !path.startsWith(HOLE)) return HOLE;
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}

/** Where a path lies. */
export function placeOf(value: string, scope: Scope): Place {
  if (value === "") return "free";
  const path = absolutePath(value, scope);
  if (path.startsWith(HOLE)) return placeInUnknown(path);
  if (EVERYTHING.test(path)) return placeOfContents(posix.dirname(path), scope);
  const { workspace, home } = scope;
  const inWorkspace = isBelow(path, workspace) && isOwnDirectory(workspace, home);
  if (TEMPORARY.test(path) || inWorkspace) return "free";
  if (isAt(path, workspace)) return isOwnDirectory(workspace, home) ? "workspace" : "system";
  if (isBelow(workspace, path) || isBelow(home, path)) return isAt(path, home) ? "home" : "system";
  const owner = isBelow(path, home) || isAt(path, home) ? home : OTHER_HOMES.exec(path)?.[0];
  if (owner !== undefined) return placeInHome(path.slice(owner.length + 1));
  if (path === "/tmp" || path === "/var/tmp") return "outside";
  return SYSTEM_TREES.test(path) || SYSTEM_TOPS.test(path) ? "system" : "outside";
}

/** Everything in a directory is as bad as the directory, but a workspace or `/tmp` may be emptied. */
function placeOfContents(directory: string, scope: Scope): Place {
  if (directory === "/tmp" || directory === "/var/tmp") return "free";
  const place = placeOf(directory, scope);
  return place === "workspace" ? "free" : place;
}

function placeInHome(below: string): Place {
  if (below === "") return "home";
  if (SECRETS.test(below)) return "secret";
  const [first = "", second] = below.split("/");
  if (CACHES.test(below)) return "free";
  return second === undefined || /[*?[]/.test(first) || hasHole(first) ? "homeTop" : "free";
}

/** Below a directory that is not known, a name is harmless; everything, or what lies above, is not. */
function placeInUnknown(path: string): Place {
  const below = path.slice(HOLE.length);
  return /^\/[^*?./\uE000][^*?]*$/.test(below) && !below.includes("..") ? "free" : "unknown";
}

/** Whether a directory is one that a project would be in. */
function isOwnDirectory(directory: string, home: string): boolean {
  if (isAt(directory, home) || isBelow(home, directory)) return false;
  return !SYSTEM_TREES.test(directory) && !SYSTEM_TOPS.test(directory);
}

function isAt(path: string, directory: string): boolean {
  return path === directory;
}

function isBelow(path: string, directory: string): boolean {
  return path.startsWith(directory === "/" ? "/" : `${directory}/`) && path !== directory;
}

const CRITICAL_FILES =
  /^\/(?:etc\/(?:passwd|shadow|group|gshadow|sudoers|fstab|crontab|cron[^/]*|pam\.d|ssh|ld\.so\.preload|profile|security)|boot|bin|sbin|lib\d*|usr\/(?:bin|sbin|lib\d*)|sys|proc\/sys)(?:[/.-]|$)|^\/proc\/sysrq-trigger$|^\/etc$/;
const HARMLESS_DEVICES =
  /^\/dev\/(?:null|zero|full|random|urandom|tty\d*|stdin|stdout|stderr|fd|shm|pts|ptmx|tcp|udp|kmsg|log)(?:\/|$)/;

/** Whether writing to a file would change how the machine boots, who may log in, or a whole disk. */
export function isCriticalToWrite(value: string, scope: Scope): boolean {
  const path = absolutePath(value, scope);
  if (isDevice(path)) return true;
  if (CRITICAL_FILES.test(path)) return true;
  return placeOf(path, scope) === "secret" && /\/\.ssh\//.test(path);
}

/** True for a device that is more than a stream. */
export function isDevice(path: string): boolean {
  return /^\/dev\/./.test(path) && !HARMLESS_DEVICES.test(path);
}
