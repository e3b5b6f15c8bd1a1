// What lines, deltas and new sizes cost after 50,000 lines, against the same after 5,000.
import { Markdown } from "@oh-my-pi/pi-tui/markdown";
import type { Benchmark } from "./benchmark.ts";
import { threadTime } from "./thread-time.ts";
import { type LongScreen, openLongScreen } from "./tui-screen.ts";

const STEPS = 200;

/** Notices, an answer that streams in, and a window that changes its size, with a frame after each. */
function goOn({ stage, kit, tui, draw, resize }: LongScreen): void {
  const answer = new Markdown({
    lexer: kit.lexer,
    styles: kit.looks.markdown,
    hyperlinks: kit.hasHyperlinks,
  });
  const entry = tui.transcript.append(answer);
  for (let at = 0; at < STEPS; at++) {
    answer.append(`some words of a **new** answer${at % 9 === 8 ? "\n\n" : " "}`);
    tui.requestRender();
    draw();
    if (at % 20 === 19) {
      resize(80 + (at % 50), 24 + (at % 20));
      draw();
    }
  }
  answer.finish();
  entry.settle();
  draw();
  for (let at = 0; at < STEPS; at++) {
    stage.step({ type: "notice", tone: "info", text: `step ${at}` });
    draw();
  }
}

const growth: Benchmark = {
  name: "tui-growth",
  about: "lines, deltas and resizes after 50,000 lines, against the same after 5,000",
  unit: "ms",
  rounds: 15,
  bar: 1.3,
  setUp: async () => {
    const long = await openLongScreen({ lines: 50_000 });
    const short = await openLongScreen({ lines: 5_000 });
    return {
      subject: async () => threadTime(() => goOn(long)),
      reference: async () => threadTime(() => goOn(short)),
      [Symbol.asyncDispose]: async () => {},
    };
  },
};
export default growth;
