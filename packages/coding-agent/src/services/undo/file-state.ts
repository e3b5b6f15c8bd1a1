// What the journal knows of one path at one moment, and when two such states are the same. Pure.

/** Content is named by its hash; what could not be kept is told apart by its stamp and says why. */
export type FileState =
  | { readonly kind: "absent" }
  | { readonly kind: "file"; readonly mode: number; readonly size: number; readonly hash: string }
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "directory"; readonly mode: number }
  | { readonly kind: "opaque"; readonly reason: string; readonly stamp: string };

/** A path went from one state to another. */
export interface FileChange {
  readonly path: string;
  readonly before: FileState;
  readonly after: FileState;
}

export const ABSENT: FileState = { kind: "absent" };

export function isSameState(one: FileState, other: FileState): boolean {
  switch (one.kind) {
    case "absent":
      return other.kind === "absent";
    case "file":
      return other.kind === "file" && one.hash === other.hash && one.mode === other.mode;
    case "link":
      return other.kind === "link" && one.target === other.target;
    case "directory":
      return other.kind === "directory" && one.mode === other.mode;
    case "opaque":
      return other.kind === "opaque" && one.stamp === other.stamp;
  }
}

/** The hash of the content, where there is one. */
export function hashOf(state: FileState): string | null {
  return state.kind === "file" ? state.hash : null;
}

/** The one change that several in a row amount to; undefined where one does not begin as the last ended. */
export function joinChanges(changes: readonly FileChange[]): FileChange | undefined {
  const [first] = changes;
  const last = changes.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const isUnbroken = changes.every(
    ({ before }, at) => at === 0 || isSameState(changes[at - 1]!.after, before),
  );
  return isUnbroken ? { path: first.path, before: first.before, after: last.after } : undefined;
}
