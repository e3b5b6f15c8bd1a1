// Draws the screen of a virtual terminal as an SVG, so that pictures of omp in the documentation are
// made from what it really shows. Pure.
import type { Cell, CellColor, VirtualTerminal } from "@oh-my-pi/pi-testkit/virtual-terminal";

const CELL_WIDTH = 8.4;
const ROW_HEIGHT = 18;
const MARGIN = 16;
const BAR_HEIGHT = 34;

/** Sixteen colours that read well on the dark background. */
const PALETTE = [
  "#20242c",
  "#e06c75",
  "#98c379",
  "#e5c07b",
  "#61afef",
  "#c678dd",
  "#56b6c2",
  "#c8ccd4",
  "#6b7280",
  "#f0868f",
  "#b4d99b",
  "#f0d399",
  "#86c5f5",
  "#d79bea",
  "#7fd0da",
  "#ffffff",
];
/** The terminal's own colours. */
export interface Paper {
  readonly foreground: string;
  readonly background: string;
}

export const DARK: Paper = { foreground: "#d5d9e0", background: "#16181d" };
export const LIGHT: Paper = { foreground: "#24292f", background: "#fbfbfd" };

/** A window with the terminal's visible screen in it. */
export function terminalSvg(terminal: VirtualTerminal, title: string, paper: Paper = DARK): string {
  const width = terminal.columns * CELL_WIDTH + 2 * MARGIN;
  const height = terminal.rows * ROW_HEIGHT + 2 * MARGIN + BAR_HEIGHT;
  const rows = Array.from({ length: terminal.rows }, (_, row) => rowSvg(terminal, row, paper));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeXml(title)}">`,
    `<rect width="100%" height="100%" rx="10" fill="${paper.background}"/>`,
    ...["#ff5f57", "#febc2e", "#28c840"].map(
      (fill, index) => `<circle cx="${22 + index * 20}" cy="20" r="6" fill="${fill}"/>`,
    ),
    `<text x="${width / 2}" y="24" fill="#8b93a1" font-family="sans-serif" font-size="13" text-anchor="middle">${escapeXml(title)}</text>`,
    `<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14" style="white-space:pre">`,
    ...rows,
    "</g></svg>",
    "",
  ].join("\n");
}

interface Run {
  readonly column: number;
  readonly cells: number;
  readonly text: string;
  readonly style: Cell;
}

function rowSvg(terminal: VirtualTerminal, row: number, paper: Paper): string {
  const y = BAR_HEIGHT + MARGIN + row * ROW_HEIGHT;
  return runsOf(terminal, row, paper)
    .map((run) => {
      const x = MARGIN + run.column * CELL_WIDTH;
      const [front, back] = colorsOf(run.style, paper);
      const width = run.cells * CELL_WIDTH;
      const box =
        back === undefined
          ? ""
          : `<rect x="${x}" y="${y}" width="${width}" height="${ROW_HEIGHT}" fill="${back}"/>`;
      const weight = run.style.styles.includes("bold") ? ' font-weight="700"' : "";
      const slant = run.style.styles.includes("italic") ? ' font-style="italic"' : "";
      const opacity = run.style.styles.includes("dim") ? ' opacity="0.65"' : "";
      const text = `<text x="${x}" y="${y + 13}" fill="${front}" textLength="${width}" lengthAdjust="spacingAndGlyphs"${weight}${slant}${opacity}>${escapeXml(run.text.replaceAll(" ", "\u00a0"))}</text>`;
      return run.text.trim() === "" ? box : box + text;
    })
    .join("");
}

/** Neighbouring cells of one style, blanks at the end left out. */
function runsOf(terminal: VirtualTerminal, row: number, paper: Paper): Run[] {
  const runs: Run[] = [];
  for (let column = 0; column < terminal.columns;) {
    const cell = terminal.cell(row, column);
    const cells = Math.max(1, cell.width);
    const text = cell.text === "" ? " " : cell.text;
    const last = runs.at(-1);
    if (last !== undefined && isSameStyle(last.style, cell)) {
      runs[runs.length - 1] = { ...last, cells: last.cells + cells, text: last.text + text };
    } else {
      runs.push({ column, cells, text, style: cell });
    }
    column += cells;
  }
  return runs.flatMap((run) => {
    const text = colorsOf(run.style, paper)[1] === undefined ? run.text.trimEnd() : run.text;
    return text === ""
      ? []
      : [{ ...run, text, cells: run.cells - (run.text.length - text.length) }];
  });
}

function isSameStyle(a: Cell, b: Cell): boolean {
  const look = ({ text: _text, width: _width, ...style }: Cell): string => JSON.stringify(style);
  return look(a) === look(b);
}

function colorsOf(cell: Cell, paper: Paper): [front: string, back: string | undefined] {
  const front = colorText(cell.foreground) ?? paper.foreground;
  const back = colorText(cell.background);
  return cell.styles.includes("inverse") ? [back ?? paper.background, front] : [front, back];
}

function colorText(color: CellColor): string | undefined {
  if (color === "default") return undefined;
  if (typeof color === "string") return color;
  if (color < 16) return PALETTE[color];
  if (color >= 232) return gray(8 + (color - 232) * 10);
  const cube = [0, 95, 135, 175, 215, 255];
  const at = color - 16;
  const [red, green, blue] = [Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map(
    (part) => cube[part] ?? 0,
  );
  return `rgb(${red},${green},${blue})`;
}

function gray(level: number): string {
  return `rgb(${level},${level},${level})`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
