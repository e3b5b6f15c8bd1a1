/** A tiny chat: what you submit is streamed back as Markdown. Run it with `scripts/bun packages/tui/examples/chat.ts`. */
import { detectCapabilities } from "@oh-my-pi/pi-tui/capabilities";
import { WIDGET_ACTIONS } from "@oh-my-pi/pi-tui/default-actions";
import { Editor } from "@oh-my-pi/pi-tui/editor";
import { createKeymap } from "@oh-my-pi/pi-tui/keymap";
import { Markdown } from "@oh-my-pi/pi-tui/markdown";
import { loadMarkdownLexer } from "@oh-my-pi/pi-tui/markdown-lexer";
import { markdownStyles } from "@oh-my-pi/pi-tui/markdown-styles";
import { createTheme } from "@oh-my-pi/pi-tui/theme";
import { TtyTerminal } from "@oh-my-pi/pi-tui/tty-terminal";
import { Tui } from "@oh-my-pi/pi-tui/tui";
import { Text } from "@oh-my-pi/pi-tui/widgets/text";

const { colorLevel, hyperlinks, resize } = detectCapabilities(process.env);
const theme = createTheme(
  { colors: { mdHeading: "#ffaf00", mdCode: "#87d7af", dim: 245 } },
  colorLevel,
);
const dim = (text: string) => theme.fg("dim", text);
const styles = { border: dim, placeholder: dim, selected: dim, description: dim, note: dim };
const { keymap } = createKeymap(WIDGET_ACTIONS);
const lexer = await loadMarkdownLexer();
const terminal = new TtyTerminal({ input: process.stdin, output: process.stdout });
const tui = new Tui({
  terminal,
  resize,
  onInput: (event) => event.type === "key" && event.chord === "ctrl+d" && quit(),
});
const editor = new Editor({
  host: tui,
  keymap,
  styles,
  placeholder: "Ctrl+D quits",
  onSubmit: (text) => void reply(text),
});

async function reply(text: string): Promise<void> {
  tui.transcript.append(new Text(`> ${text}`, { style: dim }), { isSettled: true });
  const answer = new Markdown({ lexer, styles: markdownStyles(theme), hyperlinks });
  const entry = tui.transcript.append(answer);
  for (const word of `You said:\n\n${text}\n\n`.split(/(?<= )/)) {
    answer.append(word);
    tui.requestRender();
    await Bun.sleep(40);
  }
  answer.finish();
  entry.settle();
}

function quit(): boolean {
  void tui.stop().then(() => process.exit(0));
  return true;
}

tui.chrome.add(editor);
tui.focus(editor);
tui.start();
