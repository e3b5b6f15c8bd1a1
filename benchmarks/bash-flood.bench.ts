// How long a command takes that prints 200 MB in one line, against the same into `cat > /dev/null`.
import { shellTools } from "../packages/coding-agent/src/testing/shell-tools.ts";
import bash from "../packages/coding-agent/src/tools/bash/bash.ts";
import type { Benchmark } from "./benchmark.ts";
import { FLOOD } from "./flood.ts";

const bashFlood: Benchmark = {
  name: "bash-flood",
  about: "200 MB in one line through bash against `| cat > /dev/null`",
  unit: "ms",
  rounds: 11,
  bar: 1.5,
  setUp: async () => {
    const shell = shellTools();
    const { signal } = new AbortController();
    const time = async (command: string): Promise<number> => {
      const startedAt = performance.now();
      await shell.call(bash, { command }, signal);
      return performance.now() - startedAt;
    };
    await time("true");
    return {
      subject: () => time(FLOOD),
      reference: () => time(`{ ${FLOOD}; } | cat > /dev/null`),
      [Symbol.asyncDispose]: () => shell[Symbol.asyncDispose](),
    };
  },
};
export default bashFlood;
