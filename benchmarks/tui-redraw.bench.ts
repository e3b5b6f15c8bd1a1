// What a full redraw of a 10,000-line Markdown session costs in processor time of its thread, against the bar itself.
import type { Benchmark } from "./benchmark.ts";
import { threadTime } from "./thread-time.ts";
import { openLongScreen } from "./tui-screen.ts";

const BAR = 50;

const redraw: Benchmark = {
  name: "tui-redraw",
  about: `full redraw of a 10,000-line session, against ${BAR} ms`,
  unit: "ms",
  rounds: 15,
  bar: 1,
  setUp: async () => {
    const { stage, kit, draw } = await openLongScreen();
    return {
      subject: async () =>
        threadTime(() => {
          stage.redraw(kit);
          draw();
        }),
      reference: async () => BAR,
      [Symbol.asyncDispose]: async () => {},
    };
  },
};
export default redraw;
