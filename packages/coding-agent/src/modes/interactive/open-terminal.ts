// The terminal of this process.
import type { Terminal } from "@oh-my-pi/pi-tui/terminal";
import { TtyTerminal } from "@oh-my-pi/pi-tui/tty-terminal";

/** Stdin and stdout as a terminal. */
export function openTerminal(): Terminal {
  return new TtyTerminal({ input: process.stdin, output: process.stdout });
}
