// What omp says when something went wrong that nobody caught: one line on stderr and the whole in the log, both without
// secrets, and the exit code of an error. Never what the runtime would print by itself.
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import { writeSync } from "node:fs";
import { agentPaths } from "./agent-paths.ts";
import { openDefectLog, scrub } from "./defect-log.ts";
import { EXIT } from "./exit-codes.ts";
import { type Host, readHost } from "./host.ts";

/** Names that say of themselves that their value is a secret. */
const SECRET = /KEY|TOKEN|SECRET|PASS|AUTH|CREDENTIAL|PRIVATE|COOKIE/i;

/** From now on nothing ends omp with a stack trace. */
export function speakLastWords(): void {
  const end = (defect: unknown): void => {
    try {
      tell(defect, readHost());
    } finally {
      process.exit(EXIT.error);
    }
  };
  process.on("uncaughtException", end).on("unhandledRejection", end);
}

function tell(defect: unknown, host: Host): void {
  const folder = agentPaths(host).logsDir;
  const secrets = (): string[] =>
    Object.entries(host.env).flatMap(([name, value]) =>
      value !== undefined && SECRET.test(name) ? [value] : [],
    );
  openDefectLog({ folder, now: host.now, pid: host.pid, secrets })(defect);
  const message = defect instanceof Error ? defect.message : Bun.inspect(defect);
  const [line = ""] = scrub(message, secrets()).split("\n");
  const said = `omp: something went wrong inside omp: ${line.slice(0, 300)}\nThe whole is in ${folder}.\n`;
  writeSync(2, sanitizeForeign(said));
}
