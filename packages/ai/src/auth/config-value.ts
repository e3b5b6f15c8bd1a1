// Values in configuration files that stand for a secret: `!command` prints it, a variable's name holds
// it, anything else is it. Running and reading are given, so that this stays pure and testable.

/** Longest a `!command` may take. */
export const COMMAND_TIMEOUT_MS = 10_000;

export interface ValueSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Runs a shell command and gives what it printed; undefined when it failed or took too long. */
  readonly runCommand: (command: string, timeoutMs: number) => Promise<string | undefined>;
}

/** Resolves values; each command runs once, however often its value is asked for. */
export class ConfigValues {
  readonly #sources: ValueSources;
  readonly #commands = new Map<string, Promise<string | undefined>>();

  constructor(sources: ValueSources) {
    this.#sources = sources;
  }

  /** The value meant, or undefined when it is empty. */
  async resolve(value: string): Promise<string | undefined> {
    if (!value.startsWith("!")) return this.#sources.env[value] || value || undefined;
    const command = value.slice(1).trim();
    let printed = this.#commands.get(command);
    if (printed === undefined) {
      printed = this.#sources.runCommand(command, COMMAND_TIMEOUT_MS);
      this.#commands.set(command, printed);
    }
    return (await printed)?.trim() || undefined;
  }
}
