// A command of the person as they see it: the card of a tool call, of which the end is shown, where the news is.
import { Container } from "@oh-my-pi/pi-tui/container";
import { Spacer } from "@oh-my-pi/pi-tui/widgets/spacer";
import { Text } from "@oh-my-pi/pi-tui/widgets/text";
import type { CommandItem } from "../state/item.ts";
import { blockView } from "./block-views.ts";
import { cardHead } from "./tool-card.ts";
import type { ItemKit, ItemView } from "./view-kit.ts";

/** Lines that are shown at first, and how much of each. */
const SHOWN_LINES = 20;
const MAX_LINE = 4000;

export function commandCard(first: CommandItem, kit: ItemKit): ItemView {
  const component = new Container();
  const show = (item: CommandItem): void => component.set([...parts(item, kit), new Spacer()]);
  show(first);
  return {
    component,
    update: (item) => {
      if (item.kind === "command") show(item);
    },
  };
}

function parts(item: CommandItem, kit: ItemKit) {
  const { status, command, note, output, isKeptFromModel } = item;
  const { looks } = kit;
  const name = isKeptFromModel ? "!!" : "!";
  const head = cardHead({ name, args: { command }, status }, command, looks);
  const { shown, hidden } = endOf(output, kit.view.isExpanded);
  const muted = (text: string) => new Text(text, { style: looks.muted, paddingColumns: 2 });
  const style = status === "failed" ? looks.tones.warning : looks.muted;
  return [
    head,
    ...(hidden === 0 ? [] : [muted(`… ${hidden} earlier lines, Ctrl+O shows them`)]),
    ...(shown === "" ? [] : [blockView({ type: "code", code: shown }, { ...kit, view: WHOLE })]),
    ...(status === "running" ? [muted("Esc cancels it.")] : []),
    ...(note === "" ? [] : [new Text(note, { style, paddingColumns: 2 })]),
  ];
}

const WHOLE = { isExpanded: true, hidesThinking: false, showsUsage: false };

function endOf(output: string, isExpanded: boolean): { shown: string; hidden: number } {
  const lines = output.trimEnd().split("\n");
  const shown = isExpanded ? lines : lines.slice(-SHOWN_LINES);
  const clamped = shown.map((line) =>
    line.length <= MAX_LINE ? line : `${line.slice(0, MAX_LINE).toWellFormed()}…`,
  );
  return { shown: clamped.join("\n"), hidden: lines.length - shown.length };
}
