// The published exit codes. Scripts depend on them: add, never renumber. docs/exit-codes.md is
// generated from this table.

/** How a run of omp can end. */
export const EXIT = {
  ok: 0,
  error: 1,
  usage: 2,
  noCredentials: 3,
  refused: 4,
  timeout: 5,
  untrusted: 6,
  interrupted: 130,
  brokenPipe: 141,
  terminated: 143,
} as const;

export type ExitName = keyof typeof EXIT;

/** What each code means, for help and documentation. */
export const EXIT_MEANINGS: Readonly<Record<ExitName, string>> = {
  ok: "done",
  error: "the model or a command failed; the reason is on stderr",
  usage: "wrong flag, value or setting; nothing was done",
  noCredentials: "no key or login for the chosen model",
  refused: "a policy or a missing approval stopped the run",
  timeout: "the run took longer than it was allowed to",
  untrusted: "the project's own files need your trust, and nobody could be asked",
  interrupted: "stopped by Ctrl+C (SIGINT)",
  brokenPipe: "whoever read stdout went away",
  terminated: "stopped by SIGTERM",
};

/** A mistake of the user, said in one plain line with its exit code; never a stack trace. */
export class UserError extends Error {
  readonly exit: ExitName;

  constructor(message: string, exit: ExitName = "usage") {
    super(message);
    this.name = "UserError";
    this.exit = exit;
  }
}
