// What can be told from the text of a command: a directory it enters first, a filter at its end that only shortens. Pure.

/** `cd <path> && …` with a path that means the same to everybody. */
const LEADING_CD = /^\s*cd\s+(?:"([^"$`\\]+)"|'([^']+)'|([A-Za-z0-9_./@%+,:~-]+))\s*&&\s*(\S[^]*)$/;

/** The directory that a command enters first, and what it does there. */
export function splitLeadingCd(command: string): { directory: string; rest: string } | undefined {
  const match = LEADING_CD.exec(command);
  if (match === null) return undefined;
  const [, double, single, plain, rest = ""] = match;
  const directory = double ?? single ?? plain ?? "";
  const isSpecial = directory.startsWith("-") || /^~[^/]/.test(directory);
  const isLiteralTilde = plain === undefined && directory.startsWith("~");
  return isSpecial || isLiteralTilde ? undefined : { directory, rest };
}

const FINAL_FILTER =
  /(?<!\|)\|&?[ \t]*(?<program>head|tail)(?:[ \t]+(?:-n[ \t]*\d+|-\d+|--lines[= ]\d+))?[ \t]*$/;
/** What may print for ever: its `head` is what ends it. */
const ENDLESS =
  /\byes\b|\/dev\/|-[a-zA-Z]*f\b|--follow|\bwatch\b|\bping\b|\bwhile\b|\buntil\b|\bfor\b/;

/** The command without a final `| head` or `| tail`, unless that is all that ends it. */
export function stripHeadTail(command: string): string {
  const match = FINAL_FILTER.exec(command);
  if (match === null) return command;
  const rest = command.slice(0, match.index).trimEnd();
  const isNeeded = match.groups?.["program"] === "head" && ENDLESS.test(rest);
  // A quote, a comment or a here-document before it may make the bar part of a text.
  const isPlain = !/<<|#|\\$/.test(rest) && hasEvenQuotes(rest) && rest !== "";
  return isNeeded || !isPlain ? command : rest;
}

function hasEvenQuotes(text: string): boolean {
  const bare = text.replaceAll(/\\./g, "").replaceAll(/'[^']*'|"[^"]*"/g, "");
  return !/['"]/.test(bare);
}
