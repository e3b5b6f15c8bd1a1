/** A quick look at a styled line: does it end every style that it begins? It never looks at the text itself. */

/** The bit that stands for an attribute while it is on, by the parameter that opens it and by the one that resets it. */
const OPENS: ReadonlyMap<number, number> = new Map([
  [1, 1],
  [2, 2],
  [3, 4],
  [4, 8],
  [7, 16],
  [9, 32],
  [38, 64],
  [48, 128],
]);
const RESETS: ReadonlyMap<number, number> = new Map([
  [0, 255],
  [22, 3],
  [23, 4],
  [24, 8],
  [27, 16],
  [29, 32],
  [39, 64],
  [49, 128],
]);
const LINK_END = "\x1b]8;;\x1b\\";

/**
 * True when the line is known to leave a plain terminal plain. It looks at the first parameter of each SGR sequence
 * only and knows the common ones: a line that it does not understand counts as not plain.
 */
export function endsPlain(line: string): boolean {
  let active = 0;
  let isLinked = false;
  for (let at = line.indexOf("\x1b"); at !== -1; at = line.indexOf("\x1b", at + 1)) {
    if (line.startsWith("]8;", at + 1)) {
      const end = line.indexOf("\x1b", at + 1);
      if (line[end + 1] !== "\\" || line.slice(at, end).includes("\x07")) return false;
      isLinked = !line.startsWith(LINK_END, at);
      at = end;
      continue;
    }
    const code = firstParameter(line, at + 1);
    const opened = code === undefined ? undefined : openedBit(code);
    const reset = code === undefined ? undefined : RESETS.get(code);
    if (opened !== undefined) active |= opened;
    else if (reset !== undefined) active &= ~reset;
    else return false;
  }
  return active === 0 && !isLinked;
}

function openedBit(code: number): number | undefined {
  if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) return OPENS.get(38);
  if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) return OPENS.get(48);
  return OPENS.get(code);
}

/** The number behind `ESC [`, if it is the only one or begins a colour. */
function firstParameter(line: string, start: number): number | undefined {
  if (line.charCodeAt(start) !== 0x5b) return undefined;
  let code = 0;
  let index = start + 1;
  for (; isDigit(line.charCodeAt(index)); index++) {
    code = code * 10 + line.charCodeAt(index) - 0x30;
  }
  if (line[index] === "m") return code;
  return (code === 38 || code === 48) && isColorEnd(line, index) ? code : undefined;
}

/** True when only the parameters of one colour follow. */
function isColorEnd(line: string, start: number): boolean {
  let separators = 0;
  let index = start;
  for (; isDigit(line.charCodeAt(index)) || line[index] === ";"; index++) {
    if (line[index] === ";") separators++;
  }
  const isIndexed = line.startsWith(";5;", start);
  return line[index] === "m" && separators === (isIndexed ? 2 : 4);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
