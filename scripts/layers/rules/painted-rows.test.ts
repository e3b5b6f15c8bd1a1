// Contract: nobody but the named painters puts rows on a terminal without a widget of tui in between.
import { describe, expect, test } from "bun:test";
import { findings } from "../temp-tree.ts";
import rule from "./painted-rows.ts";

const IMPORT = 'import { Text } from "@oh-my-pi/pi-tui/text";\n';

describe("painted-rows", () => {
  test.each([
    ["new Text(name, { isStyled: true });", true],
    ["new Text(name, { isStyled });", true],
    ["new Text(name, { isStyled: false });", false],
    ["new Text(name);", false],
    ["const view = { render: (width) => [name] };", true],
    ["const view = { render(width) { return [name]; } };", true],
    ["class View { render(width) { return [name]; } }", true],
    ["const rows = view.render(80);", false],
    ["options.terminal.write(name);", true],
    ["class Face { show() { this.#terminal.write(name); } }", true],
    ["sink.write(name);", false],
  ])("%s", (text, isWrong) => {
    const path = "packages/coding-agent/src/modes/interactive/views/some-view.ts";
    expect(findings(rule, { [path]: IMPORT + text })).toHaveLength(isWrong ? 1 : 0);
    expect(findings(rule, { [path]: text })).toEqual([]);
  });

  test.each([
    ["packages/coding-agent/src/modes/interactive/views/todo-panel.ts", false],
    ["packages/coding-agent/src/modes/interactive/views/some-panel.ts", true],
    ["packages/coding-agent/src/modes/interactive/some.test.ts", false],
  ])("in %s", (path, isWrong) => {
    const text = `${IMPORT}const view = { render: () => [""] };`;
    expect(findings(rule, { [path]: text })).toHaveLength(isWrong ? 1 : 0);
  });
});
