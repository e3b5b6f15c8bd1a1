// The signs that stand for things, in three sets: for any modern font, for fonts with icons, for terminals that know
// only ASCII. A theme may replace single ones.

const UNICODE = {
  preparing: "○",
  running: "●",
  done: "✓",
  failed: "✗",
  pending: "○",
  inProgress: "◐",
  dropped: "–",
  bullet: "•",
  branch: "⎇",
  folder: "▸",
  model: "◆",
  thinking: "✻",
  context: "◔",
  cost: "$",
  time: "◷",
  session: "§",
  more: "…",
  separator: "│",
  treeBranch: "├─",
  treeLast: "└─",
  treeLine: "│ ",
  here: "◀",
} as const;

/** The name of a sign. */
export type SymbolName = keyof typeof UNICODE;
export type Symbols = Readonly<Record<SymbolName, string>>;

const NERD: Partial<Symbols> = {
  done: "\uf00c",
  failed: "\uf00d",
  branch: "\uf126",
  folder: "\uf07b",
  model: "\uec19",
  thinking: "\uf0eb",
  context: "\uf1c0",
  time: "\uf017",
  session: "\uf02b",
};

const ASCII: Symbols = {
  preparing: "o",
  running: "*",
  done: "+",
  failed: "x",
  pending: "[ ]",
  inProgress: "[~]",
  dropped: "[-]",
  bullet: "-",
  branch: "@",
  folder: ">",
  model: "#",
  thinking: "~",
  context: "%",
  cost: "$",
  time: "t",
  session: "s",
  more: "...",
  separator: "|",
  treeBranch: "|-",
  treeLast: "`-",
  treeLine: "| ",
  here: "<",
};

const PRESETS: Readonly<Record<SymbolPreset, Symbols>> = {
  unicode: UNICODE,
  nerd: { ...UNICODE, ...NERD },
  ascii: ASCII,
};

export type SymbolPreset = "unicode" | "nerd" | "ascii";

/** The signs of a preset, with those that a theme replaces. */
export function symbolsOf(
  preset: SymbolPreset,
  own: Readonly<Record<string, string>> = {},
): Symbols {
  return { ...PRESETS[preset], ...own };
}
