// The `npm run check` command: every static check, two at a time. Which checks there are is data in
// `check/steps.ts`.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chooseSteps, STEP_NAMES, UnknownStepError } from "./check/choose-steps.ts";
import { runCheck } from "./check/run-check.ts";
import { runCommand } from "./command.ts";

const WORKERS = 2;
const USAGE = `usage: check [--referee] [step …]
  steps: ${STEP_NAMES}
  --referee adds TypeScript's own compiler; it is on where CI is set`;

await runCommand(
  "check",
  USAGE,
  (args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { referee: { type: "boolean", default: Boolean(process.env["CI"]) } },
    });
    return runCheck(chooseSteps(positionals, { withReferee: values.referee }), {
      cwd: join(import.meta.dir, ".."),
      workers: WORKERS,
      print: (text) => console.log(text),
    });
  },
  [UnknownStepError],
);
