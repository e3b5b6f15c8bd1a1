// Where a process of omp begins. Answers what needs nothing at once; loads the rest only then.
import { version } from "../package.json";
import { runtimeProblem } from "./platform/runtime-guard.ts";

const argv = process.argv.slice(2);
const problem = runtimeProblem(Bun.version);
if (problem !== undefined) {
  console.error(`omp: ${problem}`);
  process.exitCode = 1;
} else if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-v")) {
  // `process.stdout` costs more than everything else in this path together; console does not use it.
  console.log(`omp/${version}`);
} else {
  const { speakLastWords } = await import("./platform/last-words.ts");
  speakLastWords();
  const { runCli } = await import("./cli/run-cli.ts");
  const { exitProcess } = await import("./platform/exit-process.ts");
  const how = await runCli(argv, {
    createSession: async (launch, host, presence) => {
      const { createSession } = await import("./assemble.ts");
      const assembled = await createSession(launch, host, presence);
      // The binary starts with a patient JIT, because code of the start runs once; from here on it pays.
      const stop = assembled.session.on(() => {
        Bun.unsafe.setJITPolicy(1);
        stop();
      });
      return assembled;
    },
    loadSettings: async (host) =>
      (await import("./assemble/session-settings.ts")).userSettings(host),
  });
  exitProcess(how);
}
