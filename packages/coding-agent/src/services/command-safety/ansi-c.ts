// Decodes the escapes of `$'…'`.

const ESCAPE = /\\(?:[xuU][0-9A-Fa-f]{1,8}|[0-7]{1,3}|c.|.)/gs;
/** How many digits each form takes; what follows them is text. */
const HEX_DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };
const LETTERS: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  e: "\x1b",
  E: "\x1b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};
const MAX_CODE_POINT = 0x10_ffff;

/** The text that `$'…'` stands for. */
export function decodeAnsiC(text: string): string {
  return text.replace(ESCAPE, (escape) => {
    const body = escape.slice(1);
    const kind = body[0] ?? "";
    const digits = HEX_DIGITS[kind];
    if (digits !== undefined && body.length > 1)
      return fromCode(Number.parseInt(body.slice(1, digits + 1), 16)) + body.slice(digits + 1);
    if (/[0-7]/.test(kind)) return fromCode(Number.parseInt(body, 8));
    if (kind === "c" && body.length > 1) return fromCode(body.charCodeAt(1) & 0x1f);
    return LETTERS[kind] ?? (/[\\'"?]/.test(kind) ? kind : escape);
  });
}

function fromCode(code: number): string {
  return code <= MAX_CODE_POINT ? String.fromCodePoint(code) : "";
}
