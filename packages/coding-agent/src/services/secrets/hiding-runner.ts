// Between commands and everybody who reads their output: bytes pass without secrets, even where one is cut in two by
// how they arrive. What may be the beginning of a secret waits for its end.
import type { CommandRequest, CommandRunner } from "../command-runner.ts";
import { KEY_BEGINNING } from "./known-keys.ts";
import type { SecretVault } from "./secret-vault.ts";

/** A runner of the same commands. */
export function hidingRunner(runner: CommandRunner, vault: SecretVault): CommandRunner {
  return {
    get cwd() {
      return runner.cwd;
    },
    terminalShell: (request) => runner.terminalShell(request),
    async run(request, signal) {
      const { cleaned, flush } = clean(request, vault);
      try {
        return await runner.run(cleaned, signal);
      } finally {
        flush();
      }
    },
    start(request, signal, where) {
      const { cleaned, flush } = clean(request, vault);
      const running = runner.start(cleaned, signal, where);
      return { detach: () => running.detach(), end: running.end.finally(flush) };
    },
  };
}

interface CleanedRequest {
  readonly cleaned: CommandRequest;
  /** Lets go of what waited. */
  readonly flush: () => void;
}

function clean(request: CommandRequest, vault: SecretVault): CleanedRequest {
  const { onOutput, onBytes } = request;
  const text = onOutput && new SecretFilter(vault, onOutput);
  // Bytes as characters of one byte each: nothing of the output is lost whatever it is.
  const bytes =
    onBytes && new SecretFilter(vault, (chars) => onBytes(Buffer.from(chars, "latin1")));
  return {
    cleaned: {
      ...request,
      ...(text !== undefined && { onOutput: (chunk) => text.write(chunk) }),
      ...(bytes !== undefined && {
        onBytes: (chunk) => bytes.write(Buffer.from(chunk).toString("latin1")),
      }),
    },
    flush: () => {
      text?.end();
      bytes?.end();
    },
  };
}

/** Hides secrets in a text that comes in pieces. */
export class SecretFilter {
  readonly #vault: SecretVault;
  readonly #next: (text: string) => void;
  #waiting = "";

  constructor(vault: SecretVault, next: (text: string) => void) {
    this.#vault = vault;
    this.#next = next;
  }

  write(chunk: string): void {
    const text = this.#waiting + chunk;
    const key = KEY_BEGINNING.exec(text.slice(-MAX_WAITING))?.[0].length ?? 0;
    const cut = Math.min(this.#vault.safeCut(text), text.length - key);
    this.#waiting = text.slice(cut);
    this.#give(text.slice(0, cut));
  }

  end(): void {
    const rest = this.#waiting;
    this.#waiting = "";
    this.#give(rest);
  }

  #give(text: string): void {
    if (text !== "") this.#next(this.#vault.hide(text));
  }
}

/** The longest that output is held back for. */
const MAX_WAITING = 16 * 1024;
