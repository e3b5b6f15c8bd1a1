/** Measures what frames cost. Run it with `scripts/bun packages/tui/examples/measure.ts`. */
import type { Clock } from "@oh-my-pi/pi-tui/clock";
import { WIDGET_ACTIONS } from "@oh-my-pi/pi-tui/default-actions";
import { Editor } from "@oh-my-pi/pi-tui/editor";
import { createKeymap } from "@oh-my-pi/pi-tui/keymap";
import { Markdown } from "@oh-my-pi/pi-tui/markdown";
import { loadMarkdownLexer } from "@oh-my-pi/pi-tui/markdown-lexer";
import { markdownStyles } from "@oh-my-pi/pi-tui/markdown-styles";
import type { Terminal, TerminalHandlers } from "@oh-my-pi/pi-tui/terminal";
import { createTheme } from "@oh-my-pi/pi-tui/theme";
import { type ScreenMode, Tui } from "@oh-my-pi/pi-tui/tui";
import { Text } from "@oh-my-pi/pi-tui/widgets/text";

/** Swallows output, counts it, and answers questions like a terminal whose cursor is at the bottom. */
class Sink implements Terminal {
  readonly size = { columns: 120, rows: 40 };
  readonly isBusy = false;
  bytes = 0;
  handlers: TerminalHandlers | undefined;
  start(handlers: TerminalHandlers): void {
    this.handlers = handlers;
  }
  stop(): void {}
  expectCursorReport(): void {}
  write(data: string): void {
    this.bytes += data.length;
    const questions = data.split("\x1b[6n").length - 1;
    for (let index = 0; index < questions; index++) {
      const column = index === 1 ? this.size.columns - 1 : 0;
      const answer = { kind: "cursor-position", row: this.size.rows - 1, column } as const;
      this.handlers?.onInput({ type: "answer", answer });
    }
  }
}

/** A clock that runs what is planned when told to. */
class ManualClock implements Clock {
  #planned: (() => void)[] = [];
  get pending(): number {
    return this.#planned.length;
  }
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

function setup(mode: ScreenMode) {
  const terminal = new Sink();
  const clock = new ManualClock();
  const resize = { reflows: true, reflowsCursorLine: true, driftsBelowCursor: false };
  const tui = new Tui({ terminal, clock, resize, mode });
  const plain = (text: string) => text;
  const styles = {
    border: plain,
    placeholder: plain,
    selected: plain,
    description: plain,
    note: plain,
  };
  const { keymap } = createKeymap(WIDGET_ACTIONS);
  const editor = new Editor({ host: tui, keymap, styles });
  tui.chrome.add(editor);
  tui.focus(editor);
  tui.start();
  clock.tick();
  return { terminal, clock, tui };
}

function quantiles(samples: readonly number[]): string {
  const sorted = samples.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(3);
  return `median ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}

function median(samples: readonly number[]): number {
  return samples.toSorted((a, b) => a - b)[samples.length >> 1] ?? 0;
}

function time(run: () => void): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

const line = (index: number) =>
  new Text(`\x1b[36m${index}\x1b[39m some text of an ordinary line in a transcript`, {
    isStyled: true,
  });

function measureTranscript(mode: ScreenMode): void {
  const { tui, clock, terminal } = setup(mode);
  for (let index = 0; index < 10_000; index++)
    tui.transcript.append(line(index), { isSettled: true });
  const cpu = process.cpuUsage();
  const firstMs = time(() => clock.tick()).toFixed(1);
  const { user, system } = process.cpuUsage(cpu);
  const cpuMs = ((user + system) / 1_000).toFixed(1);
  console.log(
    `${mode}: first frame with 10,000 lines ${firstMs} ms, ${cpuMs} ms of CPU in all threads`,
  );
  for (let index = 10_000; index < 50_000; index++)
    tui.transcript.append(line(index), { isSettled: true });
  clock.tick();
  const appends: number[] = [];
  const keys: number[] = [];
  for (let index = 0; index < 1_000; index++) {
    tui.transcript.append(line(index), { isSettled: true });
    appends.push(time(() => clock.tick()));
    const key = { type: "key", chord: "a", text: "a", action: "press" } as const;
    keys.push(
      time(() => {
        terminal.handlers?.onInput(key);
        clock.tick();
      }),
    );
  }
  console.log(`${mode}: one more line after 50,000: ${quantiles(appends)}`);
  console.log(`${mode}: key to frame after 50,000: ${quantiles(keys)}`);
  tui.redraw();
  console.log(`${mode}: redraw after 50,000 lines ${time(() => clock.tick()).toFixed(2)} ms`);
  clock.tick();
  const before = terminal.bytes;
  for (let tick = 0; tick < 1_000; tick++) clock.tick();
  console.log(`${mode}: idle: ${terminal.bytes - before} bytes, ${clock.pending} timers`);
}

async function measureStreaming(): Promise<void> {
  const { tui, clock } = setup("inline");
  const lexer = await loadMarkdownLexer();
  const theme = createTheme({ colors: { mdHeading: "#ffaf00", mdCode: "#87d7af" } }, "truecolor");
  const answer = new Markdown({ lexer, styles: markdownStyles(theme), hyperlinks: true });
  const entry = tui.transcript.append(answer);
  const source =
    "## Part\n\nSome **bold** text with `code` and a [link](https://example.com), long enough to wrap once.\n\n" +
    "- one item\n- another item\n\n```ts\nconst answer = 42;\nexport { answer };\n```\n\n";
  const deltas = 20_000;
  const samples: number[] = [];
  for (let index = 0; index < deltas; index++) {
    const at = (index * 5) % source.length;
    answer.append(source.slice(at, at + 5));
    tui.requestRender();
    samples.push(time(() => clock.tick()));
  }
  answer.finish();
  entry.settle();
  clock.tick();
  const total = samples.reduce((sum, sample) => sum + sample, 0);
  const tenth = deltas / 10;
  const growth = median(samples.slice(-tenth)) / median(samples.slice(tenth, 2 * tenth));
  console.log(
    `markdown: ${deltas} deltas, a frame each: ${total.toFixed(0)} ms, ${quantiles(samples)}`,
  );
  console.log(`markdown: last tenth against second tenth: ${growth.toFixed(2)}`);
  console.log(`markdown: RSS ${(process.memoryUsage.rss() / 1_048_576).toFixed(0)} MB`);
}

const only = process.argv[2];
if (only === undefined || only === "markdown") await measureStreaming();
if (only === undefined || only === "inline") measureTranscript("inline");
if (only === undefined || only === "alternate") measureTranscript("alternate");
