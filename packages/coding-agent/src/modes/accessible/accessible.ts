// A conversation in plain lines: what was said stays where it was written, nothing is redrawn, choices have numbers.
// Works on any terminal and with screen readers.
import type { UserMessage } from "@oh-my-pi/pi-ai/message";
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import type { ExitName } from "../../platform/exit-codes.ts";
import type { Host } from "../../platform/host.ts";
import type { ApprovalDesk } from "../../services/approval/approval-desk.ts";
import { attendByDialogs } from "../../services/ask-by-dialogs.ts";
import type { QuestionDesk } from "../../services/question-desk.ts";
import {
  createSlashPort,
  type SlashHolding,
  type SlashSessions,
} from "../../slash/create-slash-port.ts";
import { ALREADY_RUNNING, type BangCommand, readBang } from "../../slash/read-bang.ts";
import { runSlash } from "../../slash/run-slash.ts";
import type { SlashPort } from "../../slash/slash-command.ts";
import { BACKGROUND_TEXT, finishUnattended, leaveDesks } from "../shared/finish-unattended.ts";
import type { ConsentDesk } from "../../trust/consent-desk.ts";
import { CallViews } from "./call-views.ts";
import { eventText } from "./event-text.ts";
import { hasNumberedChoice, numberedChoice } from "./numbered-choice.ts";
import { consentsByNumbers } from "./numbered-consent.ts";
import { LineDesk, numberedDialogs } from "./numbered-dialogs.ts";
import { tellOwnCommand } from "./own-command.ts";

/** Where lines come from and text goes to. */
export interface LineTerminal {
  write(text: string): void;
  /** The next line, or undefined at the end of input. */
  readLine(): Promise<string | undefined>;
}

export interface AccessibleOptions {
  readonly terminal: LineTerminal;
  readonly host: Host;
  readonly welcome: string;
  /** Where questions about projects come from. */
  readonly consents?: Pick<ConsentDesk, "attend">;
  /** Said before the first line is read. */
  readonly messages: readonly UserMessage["content"][];
  /** What an empty first line stands for, as in the tour. */
  readonly emptyMeans?: string | undefined;
  /** Fires when omp is to end. */
  readonly leave: AbortSignal;
}

/** What belongs to a session beside itself. */
interface AccessibleHolding extends SlashHolding {
  readonly desk: ApprovalDesk;
  readonly questions: QuestionDesk;
}

/** The session that is talked to, and the next ones. */
export interface AccessibleSessions extends SlashSessions {
  readonly held: AccessibleHolding;
  onChange(watcher: (held: AccessibleHolding) => void): () => void;
}

/** Talks until the user leaves. */
export async function runAccessible(
  sessions: AccessibleSessions,
  options: AccessibleOptions,
): Promise<ExitName> {
  await new AccessibleFace(sessions, options).run();
  return "ok";
}

/** Esc, as a line of its own. */
const ESCAPE = "\u001b";

class AccessibleFace {
  readonly #sessions: AccessibleSessions;
  readonly #options: AccessibleOptions;
  readonly #lines: LineDesk;
  readonly #left = Promise.withResolvers<undefined>();
  #goesOn = false;
  /** A screen that is being answered. */
  #choice: Promise<string | undefined> | undefined;
  #isCommandRunning = false;

  constructor(sessions: AccessibleSessions, options: AccessibleOptions) {
    this.#sessions = sessions;
    this.#options = options;
    this.#lines = new LineDesk(options.terminal);
  }

  async run(): Promise<void> {
    const { terminal, leave, messages, welcome } = this.#options;
    leave.addEventListener("abort", () => this.#left.resolve(undefined), { once: true });
    const calls = new CallViews((...call) => this.#sessions.current.viewTool(...call));
    this.#sessions.on((event) => {
      calls.take(event);
      terminal.write(eventText(event, calls.view));
    });
    this.#sessions.onChange((held) => this.#attend(held));
    this.#attend(this.#sessions.held);
    this.#options.consents?.attend(consentsByNumbers(numberedDialogs(this.#lines)));
    terminal.write(`${welcome}\n`);
    for (const message of messages) await this.#say(message);
    if (messages.length === 0) this.#invite();
    await this.#readLines();
    this.#lines.close();
    if (this.#goesOn) await this.#finish();
    await this.#sessions.current.abort();
    terminal.write("\n");
  }

  async #readLines(): Promise<void> {
    let { emptyMeans } = this.#options;
    while (!this.#options.leave.aborted) {
      const line = await Promise.race([this.#options.terminal.readLine(), this.#left.promise]);
      if (line === undefined) return;
      if (line.trim() === ESCAPE) {
        this.#stop();
        continue;
      }
      if (this.#lines.take(line)) continue;
      const text = line.trim() || emptyMeans;
      emptyMeans = undefined;
      if (text === undefined) this.#invite();
      else void this.#submit(text);
    }
  }

  /** Stops the person's own command, or else the run. */
  #stop(): void {
    if (this.#isCommandRunning) void this.#sessions.send({ type: "abort_bash" });
    else void this.#sessions.current.abort();
  }

  async #runOwn(bang: BangCommand): Promise<void> {
    if (this.#isCommandRunning) throw new Error(ALREADY_RUNNING);
    this.#isCommandRunning = true;
    try {
      await tellOwnCommand(this.#sessions, bang, (text) => this.#options.terminal.write(text));
    } finally {
      this.#isCommandRunning = false;
    }
    this.#invite();
  }

  /** Does what a line asks for; the next line is read meanwhile. */
  async #submit(text: string): Promise<void> {
    const { terminal } = this.#options;
    try {
      const bang = readBang(text);
      if (bang !== undefined) return await this.#runOwn(bang);
      const said = await runSlash(text, this.#port());
      const chosen = said === undefined ? await this.#takeChoice() : undefined;
      if (chosen !== undefined) await this.#submit(chosen);
      else if (said === undefined) this.#invite();
      else if (!this.#sessions.current.isRunning) await this.#say(said);
      else {
        await this.#sessions.current.steer(said);
        terminal.write("(said next)\n");
      }
    } catch (error) {
      terminal.write(`${error instanceof Error ? error.message : String(error)}\n`);
      this.#invite();
    }
  }

  async #say(content: UserMessage["content"]): Promise<void> {
    await this.#sessions.current.prompt(content);
    this.#invite();
  }

  /** Nobody answers any more; what runs is told to its end. */
  async #finish(): Promise<void> {
    leaveDesks(this.#sessions.held);
    this.#options.terminal.write(`${BACKGROUND_TEXT}\n`);
    await finishUnattended(this.#sessions, this.#options.leave);
    this.#options.terminal.write("\nomp is done.");
  }

  #invite(): void {
    this.#options.terminal.write("\n> ");
  }

  #attend({ desk, questions }: AccessibleHolding): void {
    attendByDialogs(numberedDialogs(this.#lines), desk, questions);
  }

  #port(): SlashPort {
    const { terminal, host } = this.#options;
    const port = createSlashPort(this.#sessions, host, {
      reply: (text) => terminal.write(`${sanitizeForeign(text)}\n`),
      dialogs: numberedDialogs(this.#lines),
      openScreen: (name) => {
        if (hasNumberedChoice(name)) this.#choice = numberedChoice(name, port);
        return hasNumberedChoice(name);
      },
      leave: () => this.#left.resolve(undefined),
      background: () => {
        this.#goesOn = true;
        this.#left.resolve(undefined);
      },
    });
    return port;
  }

  /** What was chosen on the screen that a command opened, as the command that it stands for. */
  async #takeChoice(): Promise<string | undefined> {
    const choice = this.#choice;
    this.#choice = undefined;
    return choice;
  }
}
