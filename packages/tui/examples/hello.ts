/** What you submit moves into the scrollback. Run it with `scripts/bun packages/tui/examples/hello.ts`. */
import { detectCapabilities } from "@oh-my-pi/pi-tui/capabilities";
import { WIDGET_ACTIONS } from "@oh-my-pi/pi-tui/default-actions";
import { Editor } from "@oh-my-pi/pi-tui/editor";
import { createKeymap } from "@oh-my-pi/pi-tui/keymap";
import { TtyTerminal } from "@oh-my-pi/pi-tui/tty-terminal";
import { Tui } from "@oh-my-pi/pi-tui/tui";
import { Text } from "@oh-my-pi/pi-tui/widgets/text";

const dim = (text: string) => `\x1b[2m${text}\x1b[22m`;
const styles = { border: dim, placeholder: dim, selected: dim, description: dim, note: dim };
const { keymap } = createKeymap(WIDGET_ACTIONS);
const { resize } = detectCapabilities(process.env);
const terminal = new TtyTerminal({ input: process.stdin, output: process.stdout });
const tui = new Tui({ terminal, resize, onInput: (event) => quitOn(event) });
const placeholder = "Ctrl+D quits";
const editor = new Editor({ host: tui, keymap, styles, placeholder, onSubmit: say });

function say(text: string): void {
  tui.transcript.append(new Text(`You said: ${text}`), { isSettled: true });
}

function quitOn(event: { type: string; chord?: string }): boolean {
  if (event.chord !== "ctrl+d") return false;
  void tui.stop().then(() => process.exit(0));
  return true;
}

tui.chrome.add(editor);
tui.focus(editor);
tui.start();
