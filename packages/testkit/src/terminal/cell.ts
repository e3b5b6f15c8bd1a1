// One character cell of the virtual terminal, and rows of them as text that shows their styles.
import type { IBufferCell, IBufferLine } from "@xterm/headless";

/** `default`, a palette index from 0 to 255, or `#rrggbb`. */
export type CellColor = "default" | number | `#${string}`;

/** Ways in which text can look other than by colour. */
export type CellStyle =
  | "bold"
  | "dim"
  | "italic"
  | "underline"
  | "blink"
  | "inverse"
  | "invisible"
  | "strikethrough"
  | "overline";

/** What one cell shows. */
export interface Cell {
  /** Its characters; empty for the second half of a wide one. */
  readonly text: string;
  readonly width: number;
  readonly foreground: CellColor;
  readonly background: CellColor;
  readonly styles: readonly CellStyle[];
}

/** Reads a cell of a terminal's buffer. */
export function readCell(cell: IBufferCell): Cell {
  const flags: [CellStyle, number][] = [
    ["bold", cell.isBold()],
    ["dim", cell.isDim()],
    ["italic", cell.isItalic()],
    ["underline", cell.isUnderline()],
    ["blink", cell.isBlink()],
    ["inverse", cell.isInverse()],
    ["invisible", cell.isInvisible()],
    ["strikethrough", cell.isStrikethrough()],
    ["overline", cell.isOverline()],
  ];
  return {
    text: cell.getChars(),
    width: cell.getWidth(),
    foreground: color(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor()),
    background: color(cell.isBgDefault(), cell.isBgRGB(), cell.getBgColor()),
    styles: flags.flatMap(([name, flag]) => (flag === 0 ? [] : [name])),
  };
}

/** A row as text, with each change of style written as `{bold fg=1 bg=#000000}` before it. */
export function styledText(line: IBufferLine): string {
  let text = "";
  let current = "";
  let blanks = "";
  for (let column = 0; column < line.length; column++) {
    const buffered = line.getCell(column);
    if (buffered === undefined) break;
    const cell = readCell(buffered);
    const style = describeStyle(cell);
    if (cell.width === 0) continue;
    // Blank cells of the default look at the end of a row are nothing to see.
    if (cell.text.trim() === "" && style === "") {
      blanks += current === "" ? " " : "{} ";
      current = "";
      continue;
    }
    text += blanks + (style === current ? "" : `{${style}}`) + (cell.text || " ");
    blanks = "";
    current = style;
  }
  return text;
}

function describeStyle({ foreground, background, styles }: Cell): string {
  const words: string[] = [...styles];
  if (foreground !== "default") words.push(`fg=${foreground}`);
  if (background !== "default") words.push(`bg=${background}`);
  return words.join(" ");
}

function color(isDefault: boolean, isRgb: boolean, value: number): CellColor {
  if (isDefault) return "default";
  return isRgb ? `#${value.toString(16).padStart(6, "0")}` : value;
}
