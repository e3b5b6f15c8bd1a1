// A real terminal emulator without a window: what a program's bytes would have put on a screen.
import { Terminal, type IBufferLine } from "@xterm/headless";
import { readCell, styledText, type Cell } from "./terminal/cell.ts";
import { graphemeWidths } from "./terminal/grapheme-widths.ts";

export type { Cell, CellColor, CellStyle } from "./terminal/cell.ts";

/** Size and memory of a virtual terminal. */
export interface VirtualTerminalOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly scrollbackLines?: number;
}

/** Where the cursor stands, from 0. */
export interface CursorState {
  readonly row: number;
  readonly column: number;
  readonly isVisible: boolean;
}

/** What programs can do to a terminal beside drawing. */
export interface TerminalEffects {
  readonly title: string;
  readonly bells: number;
  /** Payloads of OSC 52 sequences. */
  readonly clipboardWrites: readonly string[];
  /** What the terminal has answered to queries. */
  readonly answers: readonly string[];
}

/** A terminal in memory. */
export interface VirtualTerminal extends Disposable {
  readonly columns: number;
  readonly rows: number;
  /** Bytes written since the start. */
  readonly bytesWritten: number;
  readonly cursor: CursorState;
  readonly effects: TerminalEffects;
  readonly isAlternateScreen: boolean;
  /** Resolves when the bytes are parsed and on the screen. */
  write(data: string | Uint8Array): Promise<void>;
  resize(columns: number, rows: number): void;
  /** The visible rows, without blanks at their ends, without empty rows at the bottom. */
  screenText(): string;
  /** The same with styles written out, to compare looks: `{bold fg=1}word{} plain`. */
  styledScreen(): string;
  cell(row: number, column: number): Cell;
  /** Rows that have left the screen at the top. */
  scrollback(): string[];
  /** Scrollback and screen as lines, rows that were wrapped joined again. */
  logicalLines(): string[];
}

/** Starts a terminal; the default is 80 columns by 24 rows. */
export function createVirtualTerminal(options: VirtualTerminalOptions = {}): VirtualTerminal {
  const { columns = 80, rows = 24, scrollbackLines = 10_000 } = options;
  const terminal = new Terminal({
    cols: columns,
    rows,
    scrollback: scrollbackLines,
    allowProposedApi: true,
  });
  terminal.unicode.register(graphemeWidths);
  terminal.unicode.activeVersion = graphemeWidths.version;
  const effects = watchEffects(terminal);
  const isCursorVisible = watchCursor(terminal);
  let bytesWritten = 0;
  const lines = (from: number, to: number): IBufferLine[] =>
    Array.from({ length: to - from }, (_, i) => terminal.buffer.active.getLine(from + i)).filter(
      (line) => line !== undefined,
    );
  const top = (): number => terminal.buffer.active.baseY;
  const screen = (): IBufferLine[] => lines(top(), top() + terminal.rows);
  return {
    get columns() {
      return terminal.cols;
    },
    get rows() {
      return terminal.rows;
    },
    get bytesWritten() {
      return bytesWritten;
    },
    get cursor() {
      const { cursorX, cursorY } = terminal.buffer.active;
      return { row: cursorY, column: cursorX, isVisible: isCursorVisible() };
    },
    effects,
    get isAlternateScreen() {
      return terminal.buffer.active.type === "alternate";
    },
    write(data) {
      bytesWritten += typeof data === "string" ? Buffer.byteLength(data) : data.length;
      return new Promise((resolve) => terminal.write(data, resolve));
    },
    resize: (newColumns, newRows) => terminal.resize(newColumns, newRows),
    screenText: () => joinRows(screen().map((line) => line.translateToString(true))),
    styledScreen: () => joinRows(screen().map(styledText)),
    cell(row, column) {
      const cell = screen()[row]?.getCell(column);
      if (cell === undefined) throw new Error(`no cell at row ${row}, column ${column}`);
      return readCell(cell);
    },
    scrollback: () => lines(0, top()).map((line) => line.translateToString(true)),
    logicalLines: () => joinWrapped(lines(0, top() + terminal.rows)),
    [Symbol.dispose]: () => terminal.dispose(),
  };
}

function joinRows(rows: readonly string[]): string {
  return rows.join("\n").replace(/\n+$/, "");
}

function joinWrapped(rows: readonly IBufferLine[]): string[] {
  const joined: string[] = [];
  rows.forEach((row, i) => {
    const isContinued = rows[i + 1]?.isWrapped === true;
    const text = row.translateToString(!isContinued);
    if (row.isWrapped && joined.length > 0) joined.push((joined.pop() ?? "") + text);
    else joined.push(text);
  });
  while (joined.at(-1) === "") joined.pop();
  return joined;
}

function watchEffects(terminal: Terminal): TerminalEffects {
  const effects = { title: "", bells: 0, clipboardWrites: [] as string[], answers: [] as string[] };
  terminal.onTitleChange((title) => {
    effects.title = title;
  });
  terminal.onBell(() => {
    effects.bells += 1;
  });
  terminal.onData((answer) => effects.answers.push(answer));
  terminal.parser.registerOscHandler(52, (payload) => {
    effects.clipboardWrites.push(payload);
    return true;
  });
  return effects;
}

/** xterm.js keeps the cursor's visibility to itself: DECTCEM is read on its way in. */
function watchCursor(terminal: Terminal): () => boolean {
  let isVisible = true;
  for (const final of ["h", "l"]) {
    terminal.parser.registerCsiHandler({ prefix: "?", final }, (params) => {
      if (params.includes(25)) isVisible = final === "h";
      return false;
    });
  }
  return () => isVisible;
}
