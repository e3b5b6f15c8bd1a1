// The variables of structural patterns: `$NAME` one node, `$$$NAME` any number, `$_` and `$$$` without a name. Pure.

const VARIABLE = /\$\$\$([A-Z_][A-Z0-9_]*)?|\$([A-Z_][A-Z0-9_]*)/g;

/** Names in a pattern, and whether each stands for many nodes. Names that begin with `_` are not captured. */
export function listVariables(
  pattern: string,
): { readonly name: string; readonly isMultiple: boolean }[] {
  const seen = new Map<string, boolean>();
  for (const [, multiple, single] of pattern.matchAll(VARIABLE)) {
    const name = multiple ?? single;
    if (name !== undefined && !name.startsWith("_")) seen.set(name, multiple !== undefined);
  }
  return [...seen].map(([name, isMultiple]) => ({ name, isMultiple }));
}

/** A replacement with its variables filled in; one that the pattern did not bind is left as written. */
export function fillTemplate(
  template: string,
  variables: Readonly<Record<string, string>>,
): string {
  return template.replaceAll(
    VARIABLE,
    (written, multiple?: string, single?: string) => variables[multiple ?? single ?? ""] ?? written,
  );
}

/** With `$` replaced by a character that the grammar takes as part of a name. */
export function withExpando(pattern: string, expando: string): string {
  return expando === "$"
    ? pattern
    : pattern.replaceAll(VARIABLE, (written) => written.replaceAll("$", expando));
}

/** A word that every match must contain, to skip texts without parsing them; undefined when there is none. */
export function requiredWord(pattern: string): string | undefined {
  const words = pattern.replaceAll(VARIABLE, " ").match(/[\p{L}_][\p{L}\p{N}_]{2,}/gu) ?? [];
  return words.toSorted((left, right) => right.length - left.length)[0];
}
