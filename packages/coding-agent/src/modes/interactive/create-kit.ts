// What views are made with, from settings and what the terminal can do.
import { Highlighter } from "@oh-my-pi/pi-natives/highlight";
import {
  type Capabilities,
  detectCapabilities,
  type Environment,
} from "@oh-my-pi/pi-tui/capabilities";
import type { TerminalAnswer } from "@oh-my-pi/pi-tui/input-event";
import type { MarkdownLexer } from "@oh-my-pi/pi-tui/markdown-lexer";
import type { FaceSessions } from "./face-sessions.ts";
import { hyperlinks, maxImageColumns, maxImageRows, showImages, tabWidth } from "./settings.ts";
import { createCodeColors } from "./theming/code-colors.ts";
import type { Looks } from "./theming/looks.ts";
import type { ViewKit } from "./views/view-kit.ts";

export interface KitSources {
  readonly looks: Looks;
  readonly lexer: MarkdownLexer;
  readonly capabilities: Capabilities;
  readonly sessions: FaceSessions;
}

export function createKit({ looks, lexer, capabilities, sessions }: KitSources): ViewKit {
  const { settings } = sessions.held;
  const links = settings.get(hyperlinks);
  const highlighter = new Highlighter();
  return {
    looks,
    lexer,
    hasHyperlinks: links === "always" || (links === "auto" && capabilities.hyperlinks),
    highlighter,
    paintCode: createCodeColors(highlighter, looks),
    images: {
      protocol: settings.get(showImages) ? capabilities.images : "none",
      maxColumns: settings.get(maxImageColumns),
      maxRows: settings.get(maxImageRows),
    },
    tabWidth: settings.get(tabWidth),
    viewTool: (name, args, result) => sessions.current.viewTool(name, args, result),
  };
}

/** What decides about pictures beside the terminal. */
interface ImageSources extends Pick<FaceSessions["held"], "settings"> {
  readonly env: Environment;
  readonly columns: () => number;
}

/** The same with what the terminal has told about pictures; nothing when its answer says nothing of them. */
export function learnImages(
  kit: ViewKit,
  answer: TerminalAnswer,
  { env, columns, settings }: ImageSources,
): ViewKit | undefined {
  if (answer.kind === "cell-size") {
    const { widthPx, heightPx } = answer;
    return { ...kit, images: { ...kit.images, cell: { widthPx, heightPx }, columns } };
  }
  if (answer.kind !== "device-attributes" || !settings.get(showImages)) return undefined;
  const protocol = detectCapabilities(env, [answer]).images;
  return protocol === kit.images.protocol
    ? undefined
    : { ...kit, images: { ...kit.images, protocol, columns } };
}

/** The same in other looks. */
export function restyleKit(kit: ViewKit, looks: Looks): ViewKit {
  return { ...kit, looks, paintCode: createCodeColors(kit.highlighter, looks) };
}
