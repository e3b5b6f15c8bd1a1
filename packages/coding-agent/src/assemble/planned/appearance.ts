// Settings of the terminal, of input and of the machine around it that nothing reads yet.
import type { Setting } from "../../settings/setting.ts";
import { choice, count, flag, guard, list, table, text } from "./planned.ts";

const SIZES = ["base.en", "tiny", "tiny.en", "base", "small", "small.en", "medium", "medium.en"];
const PRESETS = ["default", "minimal", "compact", "full", "nerd", "ascii", "custom"];
const SEPARATORS = ["powerline-thin", "powerline", "slash", "pipe", "block", "none", "ascii"];

export const APPEARANCE: readonly Setting[] = [
  text("theme.dark", "titanium", "free", "Theme for terminals with a dark background."),
  text("theme.light", "light", "free", "Theme for terminals with a light background."),
  choice("symbolPreset", ["unicode", "nerd", "ascii"], "free", "Which symbols are drawn."),
  flag("colorBlindMode", false, "free", "Colours that can be told apart without red and green."),
  choice("statusLine.preset", PRESETS, "free", "Which parts the status line shows."),
  choice("statusLine.separator", SEPARATORS, "free", "What stands between the parts."),
  flag("statusLine.sessionAccent", true, "free", "Give each session a colour of its own."),
  flag("statusLine.showHookStatus", true, "free", "Show what extensions say in the status line."),
  list("statusLine.leftSegments", [], "free", "Parts on the left, for the preset custom."),
  list("statusLine.rightSegments", [], "free", "Parts on the right, for the preset custom."),
  table("statusLine.segmentOptions", "free", "How single parts of the status line look."),
  flag("terminal.showImages", true, "free", "Draw images where the terminal can."),
  choice("tui.hyperlinks", ["auto", "off", "always"], "free", "Whether paths and URLs are links."),
  count("tui.maxInlineImageColumns", 100, [1], "free", "Widest drawn image, in columns."),
  count("tui.maxInlineImageRows", 20, [1], "free", "Highest drawn image, in rows."),
  choice("display.shimmer", ["classic", "kitt", "disabled"], "free", "How a busy line moves."),
  flag("display.showTokenUsage", false, "free", "Show what each answer used."),
  count("display.tabWidth", 3, [1, 16], "free", "Columns of a tab."),
  flag("showHardwareCursor", true, "free", "Show the cursor of the terminal itself."),
  flag("clearOnShrink", false, "free", "Clear lines that are no longer needed at once."),
  flag("hideThinkingBlock", false, "free", "Do not show what models think."),
  flag("read.toolResultPreview", false, "free", "Show the beginning of what was read."),
  choice(
    "doubleEscapeAction",
    ["tree", "branch", "none"],
    "free",
    "What pressing Esc twice opens.",
  ),
  choice(
    "treeFilterMode",
    ["default", "no-tools", "user-only", "labeled-only", "all"],
    "free",
    "Which entries the tree of a session shows at first.",
  ),
  choice("loop.mode", ["prompt", "compact", "reset"], "free", "What /loop does between rounds."),
  count("autocompleteMaxVisible", 5, [1, 50], "free", "Completions that are shown at once."),
  flag("emojiAutocomplete", true, "free", "Complete :names: of emoji."),
  flag("startup.quiet", false, "free", "Say nothing at start."),
  guard("startup.checkUpdate", true, "off", "Look for a newer version at start."),
  flag("collapseChangelog", false, "free", "Show news of a version as one line."),
  text(
    "lastChangelogVersion",
    undefined,
    "never",
    "Version whose news were shown last; kept by omp.",
  ),
  choice("completion.notify", ["on", "off"], "free", "Tell when a run is done."),
  count(
    "ask.timeout",
    0,
    [0],
    "never",
    "Seconds until a question answers itself; 0 waits for you.",
  ),
  choice("ask.notify", ["on", "off"], "free", "Tell when a question waits."),
  flag("stt.enabled", false, "never", "Speech to text with the microphone."),
  choice("stt.modelName", [...SIZES, "large"], "never", "Model that turns speech into text."),
  text("stt.language", "en", "free", "Language that is spoken."),
];
