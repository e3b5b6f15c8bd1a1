// A tool call as people see it: what it is about, how it stands, and what it shows.
import { defaultView, type ToolView } from "@oh-my-pi/pi-agent-core/view";
import type { Component } from "@oh-my-pi/pi-tui/component";
import { Container } from "@oh-my-pi/pi-tui/container";
import { Spacer } from "@oh-my-pi/pi-tui/widgets/spacer";
import { TruncatedText } from "@oh-my-pi/pi-tui/widgets/text";
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import type { ToolItem } from "../state/item.ts";
import type { Looks } from "../theming/looks.ts";
import { blockView } from "./block-views.ts";
import type { ItemKit, ItemView } from "./view-kit.ts";

export function toolCard(first: ToolItem, kit: ItemKit): ItemView {
  const component = new Container();
  let pending: Promise<void>[] = [];
  const show = (item: ToolItem): void => {
    pending = [];
    const blockKit = { ...kit, defer: (work: Promise<void>) => void pending.push(work) };
    const { title, blocks } = viewOf(item, kit);
    const head = cardHead(item, title, kit.looks);
    component.set([head, ...blocks.map((block) => blockView(block, blockKit)), new Spacer()]);
  };
  loadLanguage(first, kit);
  show(first);
  return {
    component,
    update: (item) => {
      if (item.kind === "tool") show(item);
    },
    ready: () => (pending.length === 0 ? undefined : Promise.all(pending)),
  };
}

/** The language of the file that a call names: by the time its lines are there, they can be coloured. */
function loadLanguage({ args }: ToolItem, { highlighter }: ItemKit): void {
  const { path } = args;
  const language =
    typeof path === "string" ? /\.(\w{1,10})(?::[\w,+-]+)*$/.exec(path)?.[1] : undefined;
  if (language !== undefined) highlighter.highlightLoaded("", language);
}

/** Arguments that still stream in, or results of other versions, may be anything: then the plain view does. */
function viewOf({ name, args, result }: ToolItem, { viewTool }: ItemKit): ToolView {
  try {
    return viewTool(name, args, result) ?? defaultView(result);
  } catch {
    return defaultView(result);
  }
}

/** The first line of a card. */
export function cardHead(
  { name, args, status }: Pick<ToolItem, "name" | "args" | "status">,
  title: string | undefined,
  looks: Looks,
): Component {
  const { symbols } = looks;
  const sign = {
    preparing: looks.muted(symbols.preparing),
    running: looks.accent(symbols.running),
    done: looks.success(symbols.done),
    failed: looks.error(symbols.failed),
  }[status];
  const about = title ?? shortArguments(args);
  const text = `${sign} ${looks.fg("toolTitle", firstLine(name))} ${firstLine(about)}`;
  return new TruncatedText(text, { isStyled: true });
}

function firstLine(text: string): string {
  return sanitizeForeign(text).split("\n", 1)[0] ?? "";
}

function shortArguments(args: ToolItem["args"]): string {
  const [first] = Object.values(args);
  return typeof first === "string" ? first : JSON.stringify(args);
}
