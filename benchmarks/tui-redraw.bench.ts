// What a full redraw of a 10,000-line session costs, against the bar itself.
import type { Benchmark } from "./benchmark.ts";
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
      subject: async () => {
        const started = performance.now();
        stage.redraw(kit);
        draw();
        return performance.now() - started;
      },
      reference: async () => BAR,
      [Symbol.asyncDispose]: async () => {},
    };
  },
};
export default redraw;
