// Values in configuration files that stand for a secret: a command prints it, a variable holds it, or it is
// written there. Running and reading are given, so that this stays pure and testable.
import { type ConfigValue, parseConfigValue } from "@oh-my-pi/pi-catalog/config-value";

/** Longest a command may take, unless somebody says otherwise. */
export const COMMAND_TIMEOUT_MS = 10_000;

export interface ValueSources {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Runs a shell command and gives what it printed; undefined when it failed or took too long. */
  readonly runCommand: (command: string, timeoutMs: number) => Promise<string | undefined>;
  readonly commandTimeoutMs?: number | undefined;
}

/** Resolves values; each command runs once, however often its value is asked for. */
export class ConfigValues {
  readonly #sources: ValueSources;
  readonly #commands = new Map<string, Promise<string | undefined>>();

  constructor(sources: ValueSources) {
    this.#sources = sources;
  }

  /** The value meant, or undefined when it is empty. */
  async resolve(value: ConfigValue | string): Promise<string | undefined> {
    const meant = typeof value === "string" ? parseConfigValue(value) : value;
    if (meant === null) return undefined;
    if (meant.kind === "literal") return meant.text || undefined;
    if (meant.kind === "variable-or-literal") return this.#sources.env[meant.name] || meant.name;
    let printed = this.#commands.get(meant.command);
    if (printed === undefined) {
      const { runCommand, commandTimeoutMs = COMMAND_TIMEOUT_MS } = this.#sources;
      printed = runCommand(meant.command, commandTimeoutMs);
      this.#commands.set(meant.command, printed);
    }
    return (await printed)?.trim() || undefined;
  }
}
