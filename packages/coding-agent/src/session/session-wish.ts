// What somebody may wish to go on with instead of the current session.

/** Which session to go on with. */
export type SessionWish =
  | { readonly kind: "new"; readonly parentSession?: string | undefined }
  | { readonly kind: "file"; readonly file: string }
  /** A copy of the current one. */
  | { readonly kind: "fork" }
  /** What was said before one of the user's messages. */
  | { readonly kind: "branch"; readonly entryId: string }
  /** The current one as a session of another folder; whoever wishes it removes the old file. */
  | { readonly kind: "move"; readonly cwd: string };
