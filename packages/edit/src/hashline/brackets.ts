// Owns the rough reading of brackets in a line. It knows no language: strings and comments count too,
// so it only ever feeds warnings and opt-in repairs.

/** Opening minus closing brackets in some lines. */
export function bracketBalance(texts: readonly string[]): number {
  let balance = 0;
  for (const text of texts) {
    for (const character of text) {
      if ("([{".includes(character)) balance++;
      else if (")]}".includes(character)) balance--;
    }
  }
  return balance;
}

/** A line of brackets and separators only. */
export function isBracketLine(text: string): boolean {
  return /^[\s()[\]{};,]+$/u.test(text) && /[()[\]{}]/u.test(text);
}

/** A line that only closes: `}`, `)`, `]` with `;` or `,` behind. */
export function isCloserLine(text: string): boolean {
  return /^\s*[)\]}]+[;,]*\s*$/u.test(text);
}
