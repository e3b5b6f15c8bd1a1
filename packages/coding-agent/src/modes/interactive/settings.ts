// Settings of the terminal: how it looks, what it shows, what its keys do.
import {
  booleanSetting,
  choiceSetting,
  isTable,
  listSetting,
  numberSetting,
  recordSetting,
  stringSetting,
} from "../../settings/setting.ts";

const own = <Value>(value: Value, doc: string) => ({
  default: value,
  doc,
  project: "never" as const,
});
const isText = (value: unknown): value is string => typeof value === "string";

export const themeDark = stringSetting(
  "theme.dark",
  own("titanium", "Theme on a dark background."),
);
export const themeLight = stringSetting(
  "theme.light",
  own("light", "Theme on a light background."),
);
export const symbolPreset = choiceSetting(
  "symbolPreset",
  ["unicode", "nerd", "ascii"],
  own(
    "unicode",
    "Which signs are used: those of any modern font, of a font with icons, or plain ASCII.",
  ),
);
export const colorBlindMode = booleanSetting(
  "colorBlindMode",
  own(false, "Show additions in blue in place of green."),
);

export const statusLinePreset = choiceSetting(
  "statusLine.preset",
  ["default", "minimal", "compact", "full", "nerd", "ascii", "custom"],
  own("default", "What the status line shows."),
);
export const statusLineSeparator = choiceSetting(
  "statusLine.separator",
  ["powerline", "powerline-thin", "slash", "pipe", "block", "none", "ascii"],
  own("powerline-thin", "What stands between the parts of the status line."),
);
export const statusLineSessionAccent = booleanSetting(
  "statusLine.sessionAccent",
  own(true, "Give each session a colour of its own, made from its name."),
);
export const statusLineShowHookStatus = booleanSetting(
  "statusLine.showHookStatus",
  own(true, "Show what extensions have to say in the status line."),
);
export const statusLineLeft = listSetting(
  "statusLine.leftSegments",
  isText,
  own([], "Parts on the left, with the preset custom."),
);
export const statusLineRight = listSetting(
  "statusLine.rightSegments",
  isText,
  own([], "Parts on the right, with the preset custom."),
);
export const statusLineOptions = recordSetting(
  "statusLine.segmentOptions",
  isTable,
  own({}, "Options of single parts, by their name."),
);

export const showImages = booleanSetting("terminal.showImages", own(true, "Show pictures inline."));
export const maxImageColumns = numberSetting("tui.maxInlineImageColumns", {
  ...own(100, "Widest picture, in columns."),
  min: 1,
});
export const maxImageRows = numberSetting("tui.maxInlineImageRows", {
  ...own(20, "Tallest picture, in rows."),
  min: 1,
});
export const hyperlinks = choiceSetting(
  "tui.hyperlinks",
  ["off", "auto", "always"],
  own("auto", "Make links and paths clickable: where the terminal can, never, or always."),
);
export const shimmer = choiceSetting(
  "display.shimmer",
  ["classic", "kitt", "disabled"],
  own("classic", "How the sign of work moves."),
);
export const showTokenUsage = booleanSetting(
  "display.showTokenUsage",
  own(false, "Show after each answer what it used."),
);
export const tabWidth = numberSetting("display.tabWidth", {
  ...own(3, "Columns of a tab."),
  min: 1,
  max: 16,
});
export const showHardwareCursor = booleanSetting(
  "showHardwareCursor",
  own(true, "Show the terminal's own cursor in the editor, as input methods need it."),
);
export const clearOnShrink = booleanSetting(
  "clearOnShrink",
  own(false, "Draw everything below the conversation anew when a dialog closes."),
);
export const hideThinkingBlock = booleanSetting(
  "hideThinkingBlock",
  own(false, "Do not show what the model thinks."),
);

export const doubleEscapeAction = choiceSetting(
  "doubleEscapeAction",
  ["branch", "tree", "none"],
  own("tree", "What Esc twice does on an empty editor."),
);
export const treeFilterMode = choiceSetting(
  "treeFilterMode",
  ["default", "no-tools", "user-only", "labeled-only", "all"],
  own("default", "What the tree of a session shows at first."),
);
export const autocompleteMaxVisible = numberSetting("autocompleteMaxVisible", {
  ...own(5, "How many proposals are shown at once."),
  min: 3,
  max: 20,
});
export const emojiAutocomplete = booleanSetting(
  "emojiAutocomplete",
  own(true, "Propose emoji after a colon."),
);
export const startupQuiet = booleanSetting("startup.quiet", own(false, "Start without a welcome."));
export const collapseChangelog = booleanSetting(
  "collapseChangelog",
  own(false, "After an update show only that there are news."),
);
export const completionNotify = choiceSetting(
  "completion.notify",
  ["on", "off"],
  own("on", "Notify when a run has ended and the terminal is not looked at."),
);
export const askNotify = choiceSetting(
  "ask.notify",
  ["on", "off"],
  own("on", "Notify when the model asks something."),
);
export const lastChangelogVersion = stringSetting(
  "lastChangelogVersion",
  own(undefined, "The version whose news were shown last; kept by omp itself."),
);
