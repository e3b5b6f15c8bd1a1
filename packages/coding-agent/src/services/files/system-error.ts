// What went wrong with a file, in words; the system's own texts carry codes and paths that help nobody.

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  ENOENT: "it does not exist",
  ENOTDIR: "part of its path is not a directory",
  EISDIR: "it is a directory",
  EEXIST: "it exists already",
  ELOOP: "its symbolic links go in a circle",
  ENAMETOOLONG: "its name is too long",
  EMFILE: "too many files are open",
  ETXTBSY: "the program in it is running",
};

/** The cause of a failed file operation, to follow a colon. */
export function describeSystemError(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  const known = code === undefined ? undefined : REASONS[code];
  return known ?? (error instanceof Error ? error.message : String(error));
}
