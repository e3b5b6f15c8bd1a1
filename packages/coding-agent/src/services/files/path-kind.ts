// What a path that a model wrote is: a file of this machine, a web address or an internal URL. Pure.
import { fileURLToPath } from "node:url";

export type PathKind =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "web"; readonly url: string }
  | { readonly kind: "internal"; readonly scheme: string; readonly href: string };

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;

/** Sorts a path; anything without `scheme://` is a file. */
export function classifyPath(path: string): PathKind {
  if (/^www\.[^/\s]+\.[^/\s]+/i.test(path)) return { kind: "web", url: `https://${path}` };
  const scheme = SCHEME.exec(path)?.[1]?.toLowerCase();
  if (scheme === undefined) return { kind: "file", path };
  if (scheme === "http" || scheme === "https") return { kind: "web", url: path };
  if (scheme === "file") return { kind: "file", path: pathOfFileUrl(path) };
  return { kind: "internal", scheme, href: path };
}

function pathOfFileUrl(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    // Not a proper URL, such as `file://a b`: taken by its letters, so that the error names the path.
    return url.slice("file://".length);
  }
}

/** Schemes that lead to files of the workspace: using them changes what any other edit changes. */
const WORKSPACE_SCHEMES: ReadonlySet<string> = new Set(["conflict"]);

/** True for an internal URL that lies outside the workspace. */
export function isAside(path: string): boolean {
  const kind = classifyPath(path);
  return kind.kind === "internal" && !WORKSPACE_SCHEMES.has(kind.scheme);
}
