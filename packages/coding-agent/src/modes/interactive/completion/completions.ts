// Proposals for what is being typed: commands after a slash, files after an at sign, emoji after a colon. Which of them
// is meant follows from the word before the cursor.
import type {
  Completion,
  CompletionProvider,
  CompletionRequest,
} from "@oh-my-pi/pi-tui/completion";
import type { SlashCommand, SlashPort } from "../../../slash/slash-command.ts";
import { emojiProposals } from "./emoji.ts";
import type { FileProposals } from "./file-proposals.ts";

export interface CompletionSources {
  readonly commands: () => Promise<readonly SlashCommand[]>;
  readonly port: () => SlashPort;
  readonly files: FileProposals;
  readonly hasEmoji: () => boolean;
}

const COMMAND = /^\/([\w:-]*)$/;
const ARGUMENT = /^\/([\w:-]+)\s+(.*)$/;
const FILE = /(?:^|\s)@(\S*)$/;
const EMOJI = /(?:^|\s):([a-z0-9_+-]{2,})$/;
const PATH = /(?:^|\s)((?:~|\.{0,2})\/\S*)$/;

export class Completions implements CompletionProvider {
  readonly #sources: CompletionSources;
  #commands: readonly SlashCommand[] = [];

  constructor(sources: CompletionSources) {
    this.#sources = sources;
  }

  complete(
    { lines, cursor, reason }: CompletionRequest,
    signal: AbortSignal,
  ): Promise<Completion | undefined> | Completion | undefined {
    const before = (lines[cursor.line] ?? "").slice(0, cursor.column);
    if (cursor.line === 0 && before.startsWith("/")) {
      const answer = this.#completeCommand(before);
      if (answer !== undefined) return answer;
    }
    const file = FILE.exec(before)?.[1];
    if (file !== undefined) return this.#completeFile(file, before.length, signal);
    const emoji = EMOJI.exec(before)?.[1];
    if (emoji !== undefined && this.#sources.hasEmoji())
      return { start: before.length - emoji.length - 1, items: emojiProposals(emoji) };
    const path = PATH.exec(before)?.[1];
    if (path !== undefined && reason === "tab")
      return { start: before.length - path.length, items: this.#sources.files.inFolder(path) };
    return undefined;
  }

  /** What the command that stands there takes. */
  hint({ lines, cursor }: Omit<CompletionRequest, "reason">): string | undefined {
    const line = lines[0] ?? "";
    if (line === "!" && lines.length === 1) return " a command; !! keeps it from the model";
    const name = /^\/([\w:-]+) ?$/.exec(line)?.[1];
    if (cursor.line !== 0 || cursor.column !== line.length || name === undefined) return undefined;
    const usage = this.#commands.find((command) => isNamed(command, name))?.usage;
    return usage === undefined ? undefined : `${line.endsWith(" ") ? "" : " "}${usage}`;
  }

  #completeCommand(before: string): Promise<Completion | undefined> | undefined {
    const name = COMMAND.exec(before)?.[1];
    if (name !== undefined) return this.#commandNames(name);
    const [, command, argument] = ARGUMENT.exec(before) ?? [];
    if (command === undefined || argument === undefined) return undefined;
    return this.#arguments(command, argument, before.length);
  }

  async #commandNames(typed: string): Promise<Completion> {
    this.#commands = await this.#sources.commands();
    const items = this.#commands
      .filter(({ name, aliases = [] }) => [name, ...aliases].some((one) => one.startsWith(typed)))
      .map(({ name, aliases, summary, usage }) => {
        // Another name that is typed in full is not replaced: Enter runs it.
        const label = `/${aliases?.includes(typed) === true ? typed : name}`;
        return {
          value: `${label}${usage === undefined ? "" : " "}`,
          label,
          description: summary,
        };
      });
    return { start: 0, items };
  }

  async #arguments(name: string, typed: string, end: number): Promise<Completion | undefined> {
    this.#commands = await this.#sources.commands();
    const command = this.#commands.find((each) => isNamed(each, name));
    const proposals = command?.propose?.(typed, this.#sources.port());
    return (
      proposals && {
        start: end - typed.length,
        items: proposals.map(({ value, description }) => ({
          value,
          label: value,
          ...(description !== undefined && { description }),
        })),
      }
    );
  }

  async #completeFile(typed: string, end: number, signal: AbortSignal): Promise<Completion> {
    const items = await this.#sources.files.matching(typed, signal);
    return { start: end - typed.length - 1, items };
  }
}

function isNamed({ name, aliases = [] }: SlashCommand, wanted: string): boolean {
  return name === wanted || aliases.includes(wanted);
}
