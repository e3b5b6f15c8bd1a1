// What scrolling and new sizes cost on the alternate screen with 50,000 lines, against the same with 5,000.
import type { Benchmark } from "./benchmark.ts";
import { threadTime } from "./thread-time.ts";
import { type LongScreen, openLongScreen } from "./tui-screen.ts";

const STEPS = 200;

/** Up, down and to the end again, at changing sizes. */
function look({ tui, draw, resize }: LongScreen): void {
  for (let at = 0; at < STEPS; at++) {
    tui.scroll(at < STEPS / 2 ? -7 : 5);
    draw();
    if (at % 20 === 19) {
      resize(80 + (at % 50), 24 + (at % 20));
      draw();
    }
  }
  tui.scroll(STEPS * 7);
  draw();
}

const scrolling: Benchmark = {
  name: "tui-scroll",
  about: "scrolling and resizing on the alternate screen with 50,000 lines, against 5,000",
  unit: "ms",
  rounds: 15,
  bar: 1.3,
  setUp: async () => {
    const long = await openLongScreen({ lines: 50_000, mode: "alternate" });
    const short = await openLongScreen({ lines: 5_000, mode: "alternate" });
    return {
      subject: async () => threadTime(() => look(long)),
      reference: async () => threadTime(() => look(short)),
      [Symbol.asyncDispose]: async () => {},
    };
  },
};
export default scrolling;
