/** Defends G13 on a real emulator: whatever widget foreign text comes through, nothing in it is obeyed. */
import { describe, expect, test } from "bun:test";
import { bracketed, keymap, plain } from "../testing/keys.ts";
import { Story } from "../testing/story.ts";
import { Editor } from "../editor/editor.ts";
import { Input } from "../editor/input.ts";
import { loadMarkdownLexer } from "../markdown/lexer.ts";
import { Markdown } from "../markdown/markdown.ts";
import { markdownStyles } from "../markdown/markdown-styles.ts";
import { createTheme } from "../theme/theme.ts";
import { CodeBlock } from "../widgets/code-block.ts";
import { DiffView } from "../widgets/diff-view.ts";
import { Image } from "../widgets/image.ts";
import { Loader } from "../widgets/loader.ts";
import { SelectList } from "../widgets/select-list.ts";
import { SettingsList } from "../widgets/settings-list.ts";
import { TabBar } from "../widgets/tab-bar.ts";
import { Text, TruncatedText } from "../widgets/text.ts";
import type { Component } from "./component.ts";

const HOSTILE =
  "before\x1b]0;pwned\x07\x1b]52;c;cm0=\x07\x1b[2J\x1b[H\x1b[?1049h\x07\x9b2J\x1bc\x1b[999B\rover\u202eafter";
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

type Make = (story: Story) => Component;

const WIDGETS: Readonly<Record<string, Make>> = {
  text: () => new Text(HOSTILE),
  "text that claims to be ours": () => new Text(HOSTILE, { isStyled: true }),
  "truncated text": () => new TruncatedText(HOSTILE),
  markdown: () =>
    new Markdown(
      { lexer, styles: markdownStyles(theme), hyperlinks: true },
      `# ${HOSTILE}\n\n${HOSTILE}\n\n- ${HOSTILE}\n\n[${HOSTILE}](https://x/${HOSTILE})\n\n\`\`\`${HOSTILE}\n${HOSTILE}`,
    ),
  code: () => {
    const block = new CodeBlock({ language: HOSTILE, fenceStyle: plain });
    block.setCode(HOSTILE);
    return block;
  },
  diff: () => new DiffView([{ kind: "added", text: HOSTILE, newNumber: 1 }], { styles }),
  image: () =>
    new Image({ protocol: "none" }, { size: { widthPx: 1, heightPx: 1 }, description: HOSTILE }),
  loader: (story) => new Loader(story.tui, HOSTILE),
  list: () =>
    new SelectList({
      keymap,
      styles,
      items: [{ value: "v", label: HOSTILE, description: HOSTILE }],
    }),
  settings: () =>
    new SettingsList({
      keymap,
      styles,
      settings: [{ id: "s", label: HOSTILE, value: HOSTILE, description: HOSTILE }],
      onChange: () => {},
    }),
  tabs: () => new TabBar({ tabs: [{ id: "t", label: HOSTILE }], active: plain, inactive: plain }),
  editor: (story) => {
    const editor = new Editor({ host: story.tui, keymap, styles });
    editor.handleInput({ type: "paste", text: HOSTILE });
    return editor;
  },
  input: () => {
    const input = new Input({ keymap });
    input.handleInput({ type: "paste", text: HOSTILE });
    return input;
  },
};

describe("foreign text", () => {
  for (const [name, make] of Object.entries(WIDGETS)) {
    test(name, async () => {
      const story = new Story(70, 24);
      story.append(3);
      story.tui.transcript.append(make(story), { isSettled: true });
      story.append(2);
      await story.frame();
      expect(story.terminal.effects).toEqual([]);
      expect(story.terminal.bufferType).toBe("normal");
      expect(story.terminal.logicalLines()[0]).toBe("w0; w1; w2;");
      expect(story.seen()).toEqual([0, 1, 2, 3, 4]);
      expect(story.terminal.logicalLines().join("\n")).toMatch(/before|after/);
      story.dispose();
    });
  }
});
