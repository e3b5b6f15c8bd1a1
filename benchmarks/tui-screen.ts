// A conversation of 10,000 lines on a screen that goes nowhere, for measuring what frames cost.
import type { Clock } from "@oh-my-pi/pi-tui/clock";
import { loadMarkdownLexer } from "@oh-my-pi/pi-tui/markdown-lexer";
import type { Terminal, TerminalHandlers } from "@oh-my-pi/pi-tui/terminal";
import { type ScreenMode, Tui } from "@oh-my-pi/pi-tui/tui";
import { Highlighter } from "@oh-my-pi/pi-natives/highlight";
import { Stage } from "../packages/coding-agent/src/modes/interactive/stage.ts";
import { createCodeColors } from "../packages/coding-agent/src/modes/interactive/theming/code-colors.ts";
import { createLooks } from "../packages/coding-agent/src/modes/interactive/theming/looks.ts";
import type { ViewKit } from "../packages/coding-agent/src/modes/interactive/views/view-kit.ts";
import type { NewItem } from "../packages/coding-agent/src/modes/interactive/state/item.ts";
import { INITIAL } from "../packages/coding-agent/src/modes/interactive/state/ui-state.ts";

/** Lines of a question with its answer, about. */
const LINES_EACH = 18.5;

const COLORS = {
  mdHeading: "#ffaf00",
  mdCode: "#87d7af",
  mdListBullet: "#5f87ff",
  mdLink: "#00afff",
  syntaxKeyword: "#d787ff",
  syntaxString: "#afd787",
  userMessageBg: "#303030",
};

/** Swallows output, and answers questions about the cursor as if it were at the bottom. */
class Sink implements Terminal {
  size = { columns: 120, rows: 40 };
  readonly isBusy = false;
  #handlers: TerminalHandlers | undefined;
  start(handlers: TerminalHandlers): void {
    this.#handlers = handlers;
  }
  stop(): void {}
  resize(columns: number, rows: number): void {
    this.size = { columns, rows };
    this.#handlers?.onResize(this.size);
  }
  expectCursorReport(): void {}
  write(data: string): void {
    const questions = data.split("\x1b[6n").length - 1;
    for (let index = 0; index < questions; index++) {
      const column = index === 1 ? this.size.columns - 1 : 0;
      const answer = { kind: "cursor-position", row: this.size.rows - 1, column } as const;
      this.#handlers?.onInput({ type: "answer", answer });
    }
  }
}

/** Runs what is planned when told to. */
class ManualClock implements Clock {
  #planned: (() => void)[] = [];
  now(): number {
    return performance.now();
  }
  after(_: number, run: () => void) {
    this.#planned.push(run);
    return () => {
      this.#planned = this.#planned.filter((other) => other !== run);
    };
  }
  tick(): void {
    for (const run of this.#planned.splice(0)) run();
  }
}

export interface LongScreenOptions {
  /** Default 10,000. */
  readonly lines?: number;
  readonly mode?: ScreenMode;
}

export interface LongScreen {
  readonly tui: Tui;
  readonly stage: Stage;
  readonly kit: ViewKit;
  /** Draws what is asked for. */
  readonly draw: () => void;
  readonly resize: (columns: number, rows: number) => void;
}

/** Shows the conversation. */
export async function openLongScreen({
  lines = 10_000,
  mode = "inline",
}: LongScreenOptions = {}): Promise<LongScreen> {
  const terminal = new Sink();
  const clock = new ManualClock();
  const resize = { reflows: true, reflowsCursorLine: true, driftsBelowCursor: false };
  const tui = new Tui({ terminal, clock, resize, mode });
  const highlighter = new Highlighter();
  await highlighter.highlight("", "ts");
  const looks = createLooks({
    theme: { colors: COLORS },
    colorLevel: "truecolor",
    symbols: "unicode",
  });
  const kit: ViewKit = {
    looks,
    lexer: await loadMarkdownLexer(),
    hasHyperlinks: true,
    highlighter,
    paintCode: createCodeColors(highlighter, looks),
    tabWidth: 3,
    images: { protocol: "none", maxColumns: 100, maxRows: 20 },
    viewTool: () => undefined,
  };
  const stage = new Stage(tui, kit);
  tui.start();
  stage.step({
    type: "restarted",
    items: conversation(Math.round(lines / LINES_EACH)),
    usage: INITIAL.usage,
  });
  const draw = (): void => clock.tick();
  draw();
  return {
    tui,
    stage,
    kit,
    draw,
    resize: (columns, rows) => terminal.resize(columns, rows),
  };
}

/** Questions and answers of 20 lines together: prose, lists, code and tables in turn. */
function conversation(count: number): NewItem[] {
  return Array.from({ length: count }, (_, at): NewItem[] => [
    { kind: "user", text: `question ${at}\nin two lines`, imageCount: 0 },
    { kind: "answer", text: answer(at), tail: "", isDone: true },
  ]).flat();
}

function answer(at: number): string {
  const lines = (line: (index: number) => string): string =>
    Array.from({ length: 6 }, (_, index) => line(index)).join("\n");
  return [
    `## Step ${at}`,
    `Some **bold** words with \`code\` and a [link](https://example.com/${at}), as answers have them.`,
    [
      () => lines((index) => `- line ${index} of answer ${at}, with \`code\``),
      () => `\`\`\`ts\n${lines((index) => `export const value${index} = read("${at}");`)}\n\`\`\``,
      () => `| name | value |\n|---|--:|\n${lines((index) => `| row ${index} | ${at} |`)}`,
      () => lines((index) => `${index + 1}. step with *emphasis* of answer ${at}`),
    ][at % 4]?.() ?? "",
    `That was step ${at}.\nIt is done.`,
  ].join("\n\n");
}
