// Puts the arguments of a file command into its text: `$1`, `$@`, `$ARGUMENTS`, `$@[start:length]` and `{{args}}`.
// Arguments that the text has no place for follow it. Pure.

const PLACE =
  /\$(\d+)|\$@\[(\d+)(?::(\d+))?\]|\$ARGUMENTS|\$@|\{\{\s*(args|arguments|ARGUMENTS)\s*\}\}/g;
const HAS_PLACE = new RegExp(PLACE.source);

/** The text to say. */
export function expandTemplate(template: string, argument: string): string {
  const words = splitWords(argument);
  const all = words.join(" ");
  const text = template.replace(PLACE, (place, digits?: string, from?: string, count?: string) => {
    if (digits !== undefined) return words[Number(digits) - 1] ?? "";
    if (from !== undefined) return slice(words, Number(from), count).join(" ");
    return place.startsWith("{{") ? words.join(",") : all;
  });
  if (HAS_PLACE.test(template)) return trimEnd(text);
  return all === "" ? template : `${template}\n\n${all}`;
}

function slice(words: readonly string[], from: number, count: string | undefined): string[] {
  const start = Math.max(0, from - 1);
  return words.slice(start, count === undefined ? undefined : start + Number(count));
}

/** Blanks that an empty argument leaves at the very end say nothing. */
function trimEnd(text: string): string {
  return text.replace(/[ \t]+$/, "");
}

/** Words with single or double quotes around those that have blanks; there are no escapes. */
function splitWords(argument: string): string[] {
  const words: string[] = [];
  for (const [, double, single, bare] of argument.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g))
    words.push(double ?? single ?? bare ?? "");
  return words;
}
