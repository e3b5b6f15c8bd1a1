/** Where an escape sequence inside a string ends. It judges syntax only, never meaning. */

const ESC = 0x1b;
const BEL = 0x07;

/**
 * Index just behind the escape sequence that starts at `start` (which must hold ESC). An unfinished sequence
 * reaches to the end of the text.
 */
export function escapeEnd(text: string, start: number): number {
  const kind = text.charCodeAt(start + 1);
  if (kind === 0x5b) return csiEnd(text, start + 2);
  // OSC, DCS, SOS, PM and APC carry a string up to ST; only OSC may also end with BEL.
  if (kind === 0x5d) return stringEnd(text, start + 2, true);
  if (kind === 0x50 || kind === 0x58 || kind === 0x5e || kind === 0x5f) {
    return stringEnd(text, start + 2, false);
  }
  let index = start + 1;
  while (isBetween(text.charCodeAt(index), 0x20, 0x2f)) index++;
  return Math.min(index + 1, text.length);
}

function csiEnd(text: string, start: number): number {
  let index = start;
  while (isBetween(text.charCodeAt(index), 0x20, 0x3f)) index++;
  return Math.min(index + 1, text.length);
}

function stringEnd(text: string, start: number, endsWithBel: boolean): number {
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === BEL && endsWithBel) return index + 1;
    if (code === ESC) return text.charCodeAt(index + 1) === 0x5c ? index + 2 : index;
  }
  return text.length;
}

function isBetween(code: number, low: number, high: number): boolean {
  return code >= low && code <= high;
}
