/** Defends: what the small widgets show at a width, and how lists, tabs and settings answer keys. */
import { describe, expect, test } from "bun:test";
import { bracketed, fakeHost, key, keymap, plain } from "../testing/keys.ts";
import { Box } from "./box.ts";
import { CancellableLoader } from "./cancellable-loader.ts";
import { Loader } from "./loader.ts";
import { type SelectItem, SelectList, type SelectListOptions } from "./select-list.ts";
import { SettingsList } from "./settings-list.ts";
import { Spacer } from "./spacer.ts";
import { TabBar } from "./tab-bar.ts";
import { Text, TruncatedText } from "./text.ts";

describe("text", () => {
  test("wraps, pads, fills backgrounds, expands tabs", () => {
    expect(new Text("one two three").render(8)).toEqual(["one two", "three"]);
    const padded = new Text("a\tb", { paddingColumns: 1, paddingRows: 1, lineStyle: bracketed });
    expect(padded.render(8)).toEqual(["<        >", "< a  b   >", "<        >"]);
    expect(new Text("").render(8)).toEqual([]);
  });

  test("foreign text is inert, ours keeps its styles", () => {
    expect(new Text("\x1b[2Jx\u202e").render(30)).toEqual(["␛[2Jx‹U+202E›"]);
    expect(new Text("\x1b[1mx\x1b[22m", { isStyled: true }).render(30)).toEqual([
      "\x1b[1mx\x1b[22m",
    ]);
    expect(new TruncatedText("\x1b]0;t\x07").render(30)).toEqual(["␛]0;t␇"]);
  });

  test("the same lines come back until something changes", () => {
    const text = new Text("hello");
    const lines = text.render(10);
    expect(text.render(10)).toBe(lines);
    text.setText("hello");
    expect(text.render(10)).toBe(lines);
    text.setText("bye");
    expect(text.render(10)).toEqual(["bye"]);
    expect(text.render(2)).toEqual(["by", "e"]);
  });

  test("one line only", () => {
    expect(new TruncatedText("hello world\nmore").render(8)).toEqual(["hello w…"]);
  });
});

describe("box", () => {
  test("draws a border with a title around its content", () => {
    const box = new Box([new Text("hi"), new Spacer(1)], {
      border: plain,
      title: "note",
      paddingColumns: 1,
    });
    expect(box.render(14)).toEqual([
      "╭─ note ─────╮",
      "│ hi         │",
      "│            │",
      "╰────────────╯",
    ]);
    expect(box.render(14)).toBe(box.render(14));
  });

  test("fills a background and follows its content", () => {
    const text = new Text("hi");
    const box = new Box([text], { lineStyle: bracketed, paddingRows: 1 });
    expect(box.render(4)).toEqual(["<    >", "<hi  >", "<    >"]);
    text.setText("yo");
    expect(box.render(4)).toEqual(["<    >", "<yo  >", "<    >"]);
  });
});

describe("loader", () => {
  test("turns every 80 ms, and only while it is rendered", () => {
    const { host, asked, setNow } = fakeHost();
    const loader = new Loader(host, "work\x1bing", { frames: ["a", "b"] });
    expect(loader.render(20)).toEqual(["a work␛ing"]);
    setNow(100);
    expect(loader.render(20)).toEqual(["b work␛ing"]);
    expect(asked).toEqual([80, 60]);
    setNow(500);
    expect(asked.length).toBe(2);
  });

  test("Esc cancels", () => {
    const loader = new CancellableLoader(fakeHost().host, keymap, "x");
    expect([loader.handleInput(key("a")), loader.signal.aborted]).toEqual([false, false]);
    expect([loader.handleInput(key("escape")), loader.signal.aborted]).toEqual([true, true]);
  });
});

describe("select list", () => {
  const styles = { selected: plain, description: plain, note: plain };
  const items = Array.from({ length: 20 }, (_, index) => ({
    value: `v${index}`,
    label: `item ${index}`,
  }));
  const list = (options: Partial<SelectListOptions> = {}) =>
    new SelectList({ keymap, styles, items, maxRows: 3, ...options });

  test("shows a window around the marker and goes around", () => {
    const select = list();
    expect(select.render(20)).toEqual(["→ item 0", "  item 1", "  item 2", "  (1/20)"]);
    select.handleInput(key("up"));
    expect(select.render(20)).toEqual(["  item 17", "  item 18", "→ item 19", "  (20/20)"]);
    select.handleInput(key("down"));
    select.handleInput(key("pagedown"));
    expect(select.highlighted?.value).toBe("v3");
    select.handleInput(key("pageup"));
    select.handleInput(key("pageup"));
    expect(select.highlighted?.value).toBe("v0");
  });

  test("describes, truncates, and keeps foreign labels inert", () => {
    const select = list({
      items: [
        { value: "a", label: "a\x1b[2J", description: "a long description of it" },
        { value: "b", label: "b\nc" },
      ],
    });
    expect(select.render(24)).toEqual(["→ a␛[2J  a long descrip…", "  b c"]);
  });

  test("filters with the given function, says when nothing is left, keeps the marker on a value", () => {
    const filter = (all: readonly SelectItem[], query: string) =>
      all.filter((item) => item.label.endsWith(query));
    const select = list({ filter });
    select.setQuery("7");
    expect(select.render(20)).toEqual(["→ item 7", "  item 17"]);
    select.setQuery("zzz");
    expect(select.render(20)).toEqual(["  No matches"]);
    select.setQuery("");
    select.highlight("v5");
    select.setItems(items.slice(2));
    expect(select.highlighted?.value).toBe("v5");
  });

  test("tells what was chosen, and nothing when there is nothing", () => {
    const log: string[] = [];
    const select = list({
      onSelect: (item) => log.push(item.value),
      onCancel: () => log.push("cancel"),
      onHighlight: (item) => log.push(`at ${item.value}`),
    });
    for (const chord of ["down", "enter", "escape"]) select.handleInput(key(chord));
    select.setItems([]);
    select.handleInput(key("enter"));
    expect(log).toEqual(["at v1", "v1", "cancel"]);
    expect(select.handleInput(key("x"))).toBe(false);
  });
});

describe("settings list", () => {
  test("cycles values, opens an editor, cancels", () => {
    const log: string[] = [];
    const list = new SettingsList({
      keymap,
      styles: { selected: plain, value: bracketed, description: plain, note: plain },
      settings: [
        {
          id: "a",
          label: "First",
          value: "on",
          values: ["on", "off"],
          description: "what it does",
        },
        {
          id: "b",
          label: "Second one",
          value: "x",
          edit: (value, done) => ({
            render: () => [`editing ${value}`],
            handleInput: () => {
              done("y");
              return true;
            },
            invalidate: () => {},
          }),
        },
      ],
      onChange: (id, value) => log.push(`${id}=${value}`),
      onCancel: () => log.push("cancel"),
    });
    expect(list.render(30)).toEqual([
      "→ First       <on>",
      "  Second one  <x>",
      "",
      "  what it does",
    ]);
    for (const chord of ["enter", "space", "down", "enter"]) list.handleInput(key(chord));
    expect(list.render(30)).toEqual(["editing x"]);
    list.handleInput(key("z"));
    expect(list.render(30)[1]).toBe("→ Second one  <y>");
    list.handleInput(key("escape"));
    expect(log).toEqual(["a=off", "a=on", "b=y", "cancel"]);
  });
});

describe("tab bar", () => {
  test("goes around with Tab and arrows, wraps between tabs", () => {
    const log: string[] = [];
    const bar = new TabBar({
      tabs: [
        { id: "a", label: "Alpha one" },
        { id: "b", label: "Beta" },
        { id: "c", label: "Gamma" },
      ],
      active: bracketed,
      inactive: plain,
      onChange: (tab) => log.push(tab.id),
    });
    expect(bar.render(60).map((row) => row.replaceAll("\u00a0", " "))).toEqual([
      "< Alpha one >  Beta   Gamma ",
    ]);
    for (const chord of ["tab", "right", "right", "shift+tab"]) bar.handleInput(key(chord));
    expect(log).toEqual(["b", "c", "a", "c"]);
    bar.activate("b");
    expect(bar.active?.id).toBe("b");
    expect(bar.render(16).length).toBe(2);
  });
});
