// Commands that the person runs themselves (`!command`, the `bash` command of RPC): executed in the session's shell, one
// at a time. What is recorded of them is the session's business.
import { sanitizeText } from "@oh-my-pi/pi-agent-core/sanitize-text";
import { UserError } from "../platform/exit-codes.ts";
import type { ArtifactWriter } from "./artifact-writer.ts";
import type { CommandRunner } from "./command-runner.ts";
import type { OutputLimits } from "./shell/command-output.ts";
import type { OpenStep, UndoJournal } from "./undo/undo-journal.ts";

/** What such a command gave; the fields of the RPC answer. */
export interface BashResult {
  readonly output: string;
  readonly exitCode: number | undefined;
  readonly cancelled: boolean;
  readonly truncated: boolean;
  readonly totalLines: number;
  readonly totalBytes: number;
  readonly outputLines: number;
  readonly outputBytes: number;
  readonly artifactId?: string;
}

export interface UserBashServices {
  readonly runner: CommandRunner;
  readonly artifacts: ArtifactWriter;
  readonly limits: () => OutputLimits;
  /** Told before and after each command. */
  readonly journal?: Pick<UndoJournal, "beginOwn"> | undefined;
}

export interface UserBashRequest {
  readonly command: string;
  readonly signal: AbortSignal;
  /** Hears output as it comes, fit for a terminal; of a flood only parts. */
  readonly onChunk?: (text: string) => void;
  readonly timeoutMs?: number;
}

const NO_LIMIT_MS = 2_147_483_647;

/** Executes, streams, gives the bounded output. Rejects only when there is no shell. */
export async function runUserBash(
  { runner, artifacts, limits }: UserBashServices,
  { command, signal, onChunk, timeoutMs = NO_LIMIT_MS }: UserBashRequest,
): Promise<BashResult> {
  const { CommandOutput } = await import("./shell/command-output.ts");
  const { LiveOutput } = await import("./shell/live-output.ts");
  const output = new CommandOutput(limits(), () => artifacts.allocate("bash"));
  const live = onChunk && new LiveOutput(onChunk);
  const end = await runner.run(
    {
      command,
      env: {},
      timeoutMs,
      onBytes: (bytes) => {
        output.write(bytes);
        live?.write(bytes);
      },
    },
    signal,
  );
  live?.close();
  const { text, truncation, totalBytes, totalLines } = await output.close();
  const shown = sanitizeText(text);
  const shownLines =
    truncation === undefined ? totalLines : truncation.headLines + truncation.tailLines;
  // The protocol counts the empty line after a final line feed.
  const endsOpen = text === "" || text.endsWith("\n");
  return {
    output: shown,
    exitCode: end.how === "exited" ? end.exitCode : undefined,
    cancelled: end.how !== "exited",
    truncated: truncation !== undefined,
    totalLines: totalLines + (endsOpen ? 1 : 0),
    totalBytes,
    outputLines: shownLines + (endsOpen ? 1 : 0),
    outputBytes: Buffer.byteLength(shown),
    ...(truncation?.artifact !== undefined && {
      artifactId: truncation.artifact.replace("artifact://", ""),
    }),
  };
}

/** Says why a command of the person may not run. */
interface UserBashGate {
  personRuns(command: string): Promise<string | undefined>;
}

/** The person's commands of one session: one at a time, and the running one can be stopped. */
export class UserBash {
  readonly #services: UserBashServices;
  #running: AbortController | undefined;
  #gate: UserBashGate | undefined;

  constructor(services: UserBashServices) {
    this.#services = services;
  }

  /** From now on each command passes this gate first. */
  guardedBy(gate: UserBashGate): void {
    this.#gate = gate;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Runs a command; throws when another one is running. */
  async run(command: string, onChunk?: (text: string) => void): Promise<BashResult> {
    if (this.#running !== undefined)
      throw new Error("A bash command is already running. Press Esc to cancel it first.");
    const stop = new AbortController();
    this.#running = stop;
    let step: OpenStep | undefined;
    try {
      const refusal = await this.#gate?.personRuns(command);
      if (refusal !== undefined) throw new UserError(refusal);
      step = await this.#services.journal?.beginOwn({ label: `!${command}` });
      return await runUserBash(this.#services, {
        command,
        signal: stop.signal,
        ...(onChunk !== undefined && { onChunk }),
      });
    } finally {
      await step?.end();
      this.#running = undefined;
    }
  }

  /** Stops the running command, if there is one. */
  abort(): void {
    this.#running?.abort();
  }
}
