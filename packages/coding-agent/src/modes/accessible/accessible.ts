// A conversation in plain lines: what was said stays where it was written, nothing is redrawn. Works on any
// terminal and with screen readers.
import type { UserMessage } from "@oh-my-pi/pi-ai/message";
import type { ExitName } from "../../platform/exit-codes.ts";
import type { Session } from "../../session/session.ts";
import { eventText } from "./event-text.ts";

/** Where lines come from and text goes to. */
export interface LineTerminal {
  write(text: string): void;
  /** The next line, or undefined at the end of input. */
  readLine(): Promise<string | undefined>;
}

export interface AccessibleOptions {
  readonly terminal: LineTerminal;
  readonly welcome: string;
  /** Said before the first line is read. */
  readonly messages: readonly UserMessage["content"][];
  /** What an empty first line stands for, as in the tour. */
  readonly emptyMeans?: string | undefined;
  /** Fires when omp is to end. */
  readonly leave: AbortSignal;
}

const HELP = `Type a message and press Enter. While the model works, a line you type is said to it next.
/help   this text
/exit   leave (Ctrl+D does the same)
Ctrl+C  stop what the model is doing`;

/** Talks until the user leaves. */
export async function runAccessible(
  session: Session,
  options: AccessibleOptions,
): Promise<ExitName> {
  const { terminal } = options;
  session.on((event) => terminal.write(eventText(event)));
  terminal.write(`${options.welcome}\n`);
  let running: Promise<void> | undefined;
  const say = (content: UserMessage["content"]): void => {
    running = session.prompt(content).finally(() => {
      running = undefined;
      terminal.write("\n> ");
    });
  };
  for (const message of options.messages) {
    say(message);
    await running;
  }
  const left = whenAborted(options.leave);
  let { emptyMeans } = options;
  if (options.messages.length === 0) terminal.write("\n> ");
  for (;;) {
    const line = await Promise.race([terminal.readLine(), left]);
    if (line === undefined || line.trim() === "/exit" || line.trim() === "/quit") break;
    const text = line.trim() || emptyMeans;
    emptyMeans = undefined;
    if (text === undefined) terminal.write("> ");
    else if (text === "/help") terminal.write(`${HELP}\n\n> `);
    else if (running === undefined) say(text);
    else {
      await session.steer(text);
      terminal.write("(said next)\n");
    }
  }
  await session.abort();
  terminal.write("\n");
  return "ok";
}

function whenAborted(signal: AbortSignal): Promise<undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  if (signal.aborted) resolve(undefined);
  else signal.addEventListener("abort", () => resolve(undefined), { once: true });
  return promise;
}
