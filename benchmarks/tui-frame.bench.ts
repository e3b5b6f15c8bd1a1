// What one more frame with one more line costs after 10,000 lines, against the bar itself.
import type { Benchmark } from "./benchmark.ts";
import { threadTime } from "./thread-time.ts";
import { openLongScreen } from "./tui-screen.ts";

const BAR = 4;
const FRAMES = 50;

const frame: Benchmark = {
  name: "tui-frame",
  about: `one frame with one more line after 10,000, against ${BAR} ms`,
  unit: "ms",
  rounds: 15,
  bar: 1,
  setUp: async () => {
    const { stage, draw } = await openLongScreen();
    return {
      subject: async () =>
        threadTime(() => {
          for (let at = 0; at < FRAMES; at++) {
            stage.step({ type: "notice", tone: "info", text: `step ${at}` });
            draw();
          }
        }) / FRAMES,
      reference: async () => BAR,
      [Symbol.asyncDispose]: async () => {},
    };
  },
};
export default frame;
