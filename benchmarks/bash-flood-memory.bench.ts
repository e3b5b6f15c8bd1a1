// How much memory grows while a command prints 200 MB in one line, against the bar itself.
import { shellTools } from "../packages/coding-agent/src/testing/shell-tools.ts";
import bash from "../packages/coding-agent/src/tools/bash/bash.ts";
import type { Benchmark } from "./benchmark.ts";
import { FLOOD } from "./flood.ts";

const MAX_MB = 20;

const bashFloodMemory: Benchmark = {
  name: "bash-flood-memory",
  about: `growth of RSS by 200 MB of output in one line, against ${MAX_MB} MB`,
  unit: "MB",
  rounds: 5,
  bar: 1,
  setUp: async () => {
    const shell = shellTools();
    await shell.call(bash, { command: "seq 1 100000" });
    return {
      subject: async () => {
        Bun.gc(true);
        const before = process.memoryUsage.rss();
        let peak = before;
        const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
        await shell.call(bash, { command: FLOOD });
        clearInterval(watch);
        return (Math.max(peak, process.memoryUsage.rss()) - before) / 1e6;
      },
      reference: async () => MAX_MB,
      [Symbol.asyncDispose]: () => shell[Symbol.asyncDispose](),
    };
  },
};
export default bashFloodMemory;
