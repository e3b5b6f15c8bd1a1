/** What you submit moves into the scrollback. Run it with `scripts/bun packages/tui/examples/hello.ts`. */
import { detectCapabilities } from "@oh-my-pi/pi-tui/capabilities";
import { WIDGET_ACTIONS } from "@oh-my-pi/pi-tui/default-actions";
import { Editor } from "@oh-my-pi/pi-tui/editor";
import { createKeymap } from "@oh-my-pi/pi-tui/keymap";
import { createTheme } from "@oh-my-pi/pi-tui/theme";
import { TtyTerminal } from "@oh-my-pi/pi-tui/tty-terminal";
import { Tui } from "@oh-my-pi/pi-tui/tui";
import { Text } from "@oh-my-pi/pi-tui/widgets/text";

const { colorLevel, resize } = detectCapabilities(process.env);
const theme = createTheme({ colors: { dim: 245 } }, colorLevel);
const dim = (text: string) => theme.fg("dim", text);
const styles = { border: dim, placeholder: dim, selected: dim, description: dim, note: dim };
const { keymap } = createKeymap(WIDGET_ACTIONS);

const terminal = new TtyTerminal({ input: process.stdin, output: process.stdout });
const tui = new Tui({
  terminal,
  resize,
  onInput: (event) => event.type === "key" && quitOn(event.chord),
});
const editor = new Editor({
  host: tui,
  keymap,
  styles,
  placeholder: "Ctrl+D quits",
  onSubmit: say,
});

function say(text: string): void {
  tui.transcript.append(new Text(`You said: ${text}`), { isSettled: true });
}

function quitOn(chord: string): boolean {
  if (chord === "ctrl+d") void tui.stop().then(() => process.exit(0));
  return chord === "ctrl+d";
}

tui.chrome.add(editor);
tui.focus(editor);
tui.start();
