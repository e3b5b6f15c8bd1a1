// A conversation of 10,000 lines on a screen that goes nowhere, for measuring what frames cost.
import type { Clock } from "@oh-my-pi/pi-tui/clock";
import { loadMarkdownLexer } from "@oh-my-pi/pi-tui/markdown-lexer";
import type { Terminal, TerminalHandlers } from "@oh-my-pi/pi-tui/terminal";
import { Tui } from "@oh-my-pi/pi-tui/tui";
import { Highlighter } from "@oh-my-pi/pi-natives/highlight";
import { Stage } from "../packages/coding-agent/src/modes/interactive/stage.ts";
import { createCodeColors } from "../packages/coding-agent/src/modes/interactive/theming/code-colors.ts";
import { createLooks } from "../packages/coding-agent/src/modes/interactive/theming/looks.ts";
import type { ViewKit } from "../packages/coding-agent/src/modes/interactive/views/view-kit.ts";
import type { NewItem } from "../packages/coding-agent/src/modes/interactive/state/item.ts";
import { INITIAL } from "../packages/coding-agent/src/modes/interactive/state/ui-state.ts";

const ITEMS = 500;
const LINES_EACH = 10;

/** Swallows output, and answers questions about the cursor as if it were at the bottom. */
class Sink implements Terminal {
  readonly size = { columns: 120, rows: 40 };
  readonly isBusy = false;
  #handlers: TerminalHandlers | undefined;
  start(handlers: TerminalHandlers): void {
    this.#handlers = handlers;
  }
  stop(): void {}
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

export interface LongScreen {
  readonly stage: Stage;
  readonly kit: ViewKit;
  /** Draws what is asked for. */
  readonly draw: () => void;
}

/** Shows the conversation. */
export async function openLongScreen(): Promise<LongScreen> {
  const clock = new ManualClock();
  const resize = { reflows: true, reflowsCursorLine: true, driftsBelowCursor: false };
  const tui = new Tui({ terminal: new Sink(), clock, resize });
  const highlighter = new Highlighter();
  const looks = createLooks({ theme: { colors: {} }, colorLevel: "truecolor", symbols: "unicode" });
  const kit: ViewKit = {
    looks,
    lexer: await loadMarkdownLexer(),
    hasHyperlinks: false,
    highlighter,
    paintCode: createCodeColors(highlighter, looks),
    images: { protocol: "none", maxColumns: 100, maxRows: 20 },
    viewTool: () => undefined,
  };
  const stage = new Stage(tui, kit);
  tui.start();
  stage.step({ type: "restarted", items: conversation(), usage: INITIAL.usage });
  const draw = (): void => clock.tick();
  draw();
  return { stage, kit, draw };
}

function conversation(): NewItem[] {
  const lines = (at: number): string =>
    Array.from(
      { length: LINES_EACH },
      (_, line) => `- line ${line} of answer ${at}, with \`code\``,
    ).join("\n");
  return Array.from({ length: ITEMS }, (_, at): NewItem[] => [
    {
      kind: "user",
      text: Array.from({ length: LINES_EACH - 2 }, () => `question ${at}`).join("\n"),
      imageCount: 0,
    },
    { kind: "answer", text: lines(at), tail: "", isDone: true },
  ]).flat();
}
