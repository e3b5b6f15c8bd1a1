// Takes what a user's start file (`.bashrc`) defines and keeps it in a file that shell sessions source. The start file runs
// once, supervised and with a time limit, instead of in every session.
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { ShellSession } from "./shell-session.ts";
import { quoteForShell } from "./quote.ts";
import snapshotScript from "./snapshot.sh" with { type: "text" };

/** What to take and where to put it. */
export interface SnapshotOptions {
  readonly bashPath: string;
  /** The user's start file. */
  readonly startFile: string;
  /** The file to write; replaced as a whole or not at all. */
  readonly outputPath: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** Whether there is a snapshot now, or why not. */
export type SnapshotResult =
  | { readonly isTaken: true; readonly path: string }
  | { readonly isTaken: false; readonly reason: string };

const DEFAULT_TIMEOUT_MS = 10_000;

/** Never rejects for what a start file does: no snapshot is no reason to have no shell. */
export async function takeShellSnapshot(options: SnapshotOptions): Promise<SnapshotResult> {
  const {
    bashPath,
    startFile,
    outputPath,
    cwd,
    env,
    signal,
    timeoutMs = DEFAULT_TIMEOUT_MS,
  } = options;
  const draft = `${outputPath}.${crypto.randomUUID()}`;
  const words = [
    bashPath,
    "--norc",
    "--noprofile",
    "-i",
    "-c",
    snapshotScript,
    "bash",
    startFile,
    draft,
  ];
  try {
    await using session = new ShellSession({ bashPath, cwd, env });
    const command = `umask 077; ${words.map(quoteForShell).join(" ")}`;
    const { outcome, exitCode } = await session.run(command, {
      timeoutMs,
      ...(signal ? { signal } : {}),
    });
    if (outcome !== "exited") return { isTaken: false, reason: `${startFile}: ${outcome}` };
    // The last line tells a whole snapshot from one that the start file or a full disk cut short.
    if (!existsSync(draft) || !readFileSync(draft, "utf8").endsWith("\n# complete\n")) {
      return { isTaken: false, reason: `${startFile} ended the shell with code ${exitCode}` };
    }
    renameSync(draft, outputPath);
    return { isTaken: true, path: outputPath };
  } catch (error) {
    return { isTaken: false, reason: error instanceof Error ? error.message : String(error) };
  } finally {
    rmSync(draft, { force: true });
  }
}
