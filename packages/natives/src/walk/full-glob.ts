// What a pattern for paths means in full: names at any depth, a slash in front for the root itself. Pure.

/** The pattern that whole paths, relative to the root, are compared with. */
export function fullGlob(glob: string): string {
  if (glob.startsWith("/")) return glob.slice(1);
  return glob.includes("/") ? glob : `**/${glob}`;
}
