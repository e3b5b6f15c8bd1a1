/** Every widget, with text of a stranger in every field that holds text. Tests only. */
import { bracketed, keymap, plain } from "./keys.ts";
import type { Story } from "./story.ts";
import { Editor } from "../editor/editor.ts";
import { Input } from "../editor/input.ts";
import { loadMarkdownLexer } from "../markdown/lexer.ts";
import { Markdown } from "../markdown/markdown.ts";
import { markdownStyles } from "../markdown/markdown-styles.ts";
import { createTheme } from "../theme/theme.ts";
import { Box } from "../widgets/box.ts";
import { CancellableLoader } from "../widgets/cancellable-loader.ts";
import { CodeBlock } from "../widgets/code-block.ts";
import { DiffView } from "../widgets/diff-view.ts";
import { Image } from "../widgets/image.ts";
import { Loader } from "../widgets/loader.ts";
import { SelectList } from "../widgets/select-list.ts";
import { SettingsList } from "../widgets/settings-list.ts";
import { StreamedText } from "../widgets/streamed-text.ts";
import { TabBar } from "../widgets/tab-bar.ts";
import { Text, TruncatedText } from "../widgets/text.ts";
import type { Component } from "../render/component.ts";

const lexer = await loadMarkdownLexer();
const styles = {
  selected: plain,
  description: plain,
  note: plain,
  value: plain,
  border: plain,
  placeholder: plain,
  added: plain,
  removed: plain,
  context: plain,
  number: plain,
  changed: bracketed,
};
const theme = createTheme({ colors: {} }, "truecolor");

/** HostileWidgets the widget with this text in it. */
export type HostileWidget = (story: Story, hostile: string) => Component;

/** Every widget, with foreign text in every field that holds text. */
export const WIDGETS: Readonly<Record<string, HostileWidget>> = {
  text: (_, hostile) => new Text(hostile),
  "truncated text": (_, hostile) => new TruncatedText(hostile),
  "streamed text": (_, hostile) => {
    const text = new StreamedText();
    for (const char of hostile) text.append(char);
    return text;
  },
  markdown: (_, hostile) =>
    new Markdown(
      { lexer, styles: markdownStyles(theme), hyperlinks: true },
      `# ${hostile}\n\n${hostile}\n\n- ${hostile}\n\n[${hostile}](https://x/${hostile})\n\n\`\`\`${hostile}\n${hostile}`,
    ),
  "streamed markdown": (_, hostile) => {
    const markdown = new Markdown({ lexer, styles: markdownStyles(theme), hyperlinks: true });
    const table = `|${hostile}|\n|-|\n|${hostile}|`;
    for (const char of `> ${hostile}\n\n${table}\n\n\`${hostile}\` <b ${hostile}>`) {
      markdown.append(char);
      markdown.render(70);
    }
    markdown.finish();
    return markdown;
  },
  code: (_, hostile) => {
    const block = new CodeBlock({ language: hostile, fenceStyle: plain });
    block.setCode(hostile);
    return block;
  },
  "painted code": (_, hostile) => {
    const block = new CodeBlock({ language: "x", highlight: (code) => code.split("\n") });
    block.setCode(hostile);
    return block;
  },
  diff: (_, hostile) =>
    new DiffView(
      [
        { kind: "removed", text: `${hostile}1`, oldNumber: 1 },
        { kind: "added", text: `${hostile}2`, newNumber: 1 },
      ],
      { styles },
    ),
  box: (_, hostile) => new Box([new Text(hostile)], { title: hostile, border: plain }),
  image: (_, hostile) =>
    new Image({ protocol: "none" }, { size: { widthPx: 1, heightPx: 1 }, description: hostile }),
  loader: (story, hostile) => new Loader(story.tui, hostile),
  "cancellable loader": (story, hostile) => new CancellableLoader(story.tui, keymap, hostile),
  list: (_, hostile) =>
    new SelectList({
      keymap,
      styles,
      items: [{ value: "v", label: hostile, description: hostile }],
    }),
  "empty list": (_, hostile) => new SelectList({ keymap, styles, emptyNote: hostile }),
  settings: (_, hostile) =>
    new SettingsList({
      keymap,
      styles,
      settings: [{ id: "s", label: hostile, value: hostile, description: hostile }],
      onChange: () => {},
    }),
  tabs: (_, hostile) =>
    new TabBar({ tabs: [{ id: "t", label: hostile }], active: plain, inactive: plain }),
  editor: (story, hostile) => {
    const editor = new Editor({ host: story.tui, keymap, styles });
    editor.handleInput({ type: "paste", text: hostile });
    return editor;
  },
  "empty editor": (story, hostile) => {
    const editor = new Editor({ host: story.tui, keymap, styles, placeholder: hostile });
    editor.isFocused = true;
    return editor;
  },
  input: (_, hostile) => {
    const input = new Input({ keymap, prompt: hostile });
    input.handleInput({ type: "paste", text: hostile });
    return input;
  },
  "empty input": (_, hostile) => new Input({ keymap, placeholder: hostile }),
};
