// A command that the person types after `!`, told in plain lines as it goes.
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import type { CurrentSession } from "../../session/session-holder.ts";
import { BANG_USAGE, type BangCommand, type CommandEnd, endText } from "../../slash/read-bang.ts";

/** Lines that are read out; a flood is cut off. */
const MAX_LINES = 100;

/** Runs it to its end. Throws CommandError where it may not run. */
export async function tellOwnCommand(
  sessions: Pick<CurrentSession, "send">,
  { command, isKeptFromModel }: BangCommand,
  write: (text: string) => void,
): Promise<void> {
  if (command === "") return write(`${BANG_USAGE}\n`);
  const kept = isKeptFromModel ? " (kept from the model)" : "";
  write(`\n[command${kept}] ${sanitizeForeign(command)}\n`);
  const lines = new LineLimit(write);
  const request = { type: "bash", command, excludeFromContext: isKeptFromModel };
  const onOutput = (text: string): void => lines.take(sanitizeForeign(text));
  const end = (await sessions.send(request, { onOutput })) as Ended;
  lines.end(end.totalLines);
  const how = endText(end);
  if (how !== "") write(`${how}\n`);
}

interface Ended extends CommandEnd {
  /** With the empty one after the last line feed. */
  readonly totalLines: number;
}

class LineLimit {
  readonly #write: (text: string) => void;
  #count = 0;
  #isOpen = false;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  take(text: string): void {
    const pieces = text.split("\n");
    const room = MAX_LINES - this.#count;
    this.#count += pieces.length - 1;
    if (room <= 0) return;
    const shown = pieces.slice(0, room).join("\n");
    const isCut = pieces.length > room;
    this.#write(isCut ? `${shown}\n` : shown);
    this.#isOpen = !isCut && !text.endsWith("\n");
  }

  /** Ends the last line, and says how much was left out of all. */
  end(totalLines: number): void {
    if (this.#isOpen) this.#write("\n");
    const hidden = totalLines - 1 - MAX_LINES;
    if (hidden > 0) this.#write(`… ${hidden} more lines\n`);
  }
}
