// A page as a secret gist of the user, through GitHub's own program, so that omp never sees a token.
import type { ProgramResult } from "../../platform/run-program.ts";

/** Runs a program to its end; rejects when it cannot be started. */
export type RunProgram = (argv: readonly string[]) => Promise<ProgramResult>;

/** Where a gist is, and where its page can be seen. */
export interface Gist {
  readonly gist: string;
  readonly preview: string;
}

/** Makes the gist. Throws with what the user can do when it cannot be made. */
export async function shareAsGist(page: string, run: RunProgram): Promise<Gist> {
  const login = await run(["gh", "auth", "status"]).catch(() => undefined);
  if (login === undefined)
    throw new Error("To share a session omp needs GitHub's program gh: https://cli.github.com");
  if (login.exitCode !== 0)
    throw new Error("GitHub's program gh is not logged in. Run gh auth login, then try again.");
  // A gist is secret unless gh is told otherwise.
  const made = await run(["gh", "gist", "create", page]);
  const said = new TextDecoder().decode(made.stdout);
  const [gist, id] = /https:\/\/\S+\/([0-9a-f]{8,})/.exec(said) ?? [];
  if (made.exitCode !== 0 || gist === undefined)
    throw new Error(`gh made no gist of the session (exit code ${made.exitCode}).`);
  return { gist, preview: `https://gistpreview.github.io/?${id}` };
}
