// What a round with a tool adds to a run in print mode, tool included, against the bar itself: twenty rounds and none,
// measured one after the other.
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import type { Benchmark } from "./benchmark.ts";
import { startFakeProvider } from "./fake-provider.ts";
import { timeRun } from "./start.ts";

const ROUNDS = 20;
const BAR_MS = 6;

const printRounds: Benchmark = {
  name: "print-rounds",
  about: `one of ${ROUNDS} tool rounds through print mode, against ${BAR_MS} ms`,
  unit: "ms",
  rounds: 9,
  bar: 1,
  setUp: async () => {
    const [with20, without] = [startFakeProvider(), startFakeProvider()];
    const calls = Array.from({ length: ROUNDS }, (_, at) =>
      reply(toolCall("read", { path: `file-${at}.txt` })),
    );
    for (let at = 0; at < ROUNDS; at++)
      await Bun.write(`${with20.cwd}/file-${at}.txt`, `line of ${at}\n`);
    with20.models.script(...calls, reply(text("done")));
    without.models.script(reply(text("done")));
    const time = ({ hello, cwd, env }: typeof with20): Promise<number> =>
      timeRun(hello, { cwd, env });
    return {
      subject: async () => Math.max(0.01, ((await time(with20)) - (await time(without))) / ROUNDS),
      reference: async () => BAR_MS,
      [Symbol.asyncDispose]: async () => {
        await with20[Symbol.asyncDispose]();
        await without[Symbol.asyncDispose]();
      },
    };
  },
};
export default printRounds;
