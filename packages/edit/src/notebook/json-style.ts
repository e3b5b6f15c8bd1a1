// Owns how a JSON file is laid out, so that it can be written again without touching what did not change.

export interface JsonStyle {
  readonly indent: string | number;
  readonly isAscii: boolean;
  readonly ending: string;
}

const INDENTS: readonly (string | number)[] = [1, 2, 4, "\t", 0];

/** The style that prints `value` exactly as `text`; undefined when none does. */
export function findJsonStyle(text: string, value: unknown): JsonStyle | undefined {
  const ending = /\s*$/u.exec(text)?.[0] ?? "";
  const styles = INDENTS.flatMap((indent) =>
    [false, true].map((isAscii) => ({ indent, isAscii, ending })),
  );
  return styles.find((style) => printJson(value, style) === text);
}

/** JSON in a style. */
export function printJson(value: unknown, { indent, isAscii, ending }: JsonStyle): string {
  const json = JSON.stringify(value, undefined, indent);
  return (isAscii ? escapeNonAscii(json) : json) + ending;
}

function escapeNonAscii(json: string): string {
  return json.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
