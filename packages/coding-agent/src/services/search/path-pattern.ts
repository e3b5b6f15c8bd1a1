// Paths as models write them for searches: cleaned, and split into the part that must exist and the glob behind it. Pure.

const GLOB = /[*?[{]/;

/** A path without the blanks and quotes around it. */
export function cleanPath(path: string): string {
  const trimmed = path.trim();
  const quoted = /^(["'`])(.*)\1$/s.exec(trimmed)?.[2];
  return (quoted ?? trimmed).trim();
}

export function hasGlob(path: string): boolean {
  return GLOB.test(path);
}

/** `a/b/*.ts` is `/*.ts` in `a/b`; a name at the very start is at any depth below the working directory. */
export function splitGlob(path: string): { readonly base: string; readonly glob: string } {
  const parts = path.split("/");
  const first = parts.findIndex(hasGlob);
  const base = parts.slice(0, first).join("/");
  const glob = parts.slice(first).join("/");
  if (base === "") return { base: path.startsWith("/") ? "/" : ".", glob };
  return { base, glob: glob.includes("/") ? glob : `/${glob}` };
}

/** Whether a path that does not exist looks like several, joined by commas; commas in braces are a glob's own. */
export function looksJoined(path: string): boolean {
  return path.replaceAll(/\{[^}]*\}/g, "").includes(",");
}
