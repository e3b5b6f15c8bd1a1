// `omp update`: says whether there is a newer version and how to get it. npm is asked, with the user's own
// configuration; nothing is ever installed.
import { version } from "../../../package.json";
import { type ExitName, UserError } from "../../platform/exit-codes.ts";
import type { Host } from "../../platform/host.ts";
import { runProgram } from "../../platform/run-program.ts";
import { type CliCommand, type CommandCall, JSON_FLAG, jsonText } from "../command.ts";

const PACKAGE = "@oh-my-pi/pi-coding-agent";
const INSTALL = `npm install -g ${PACKAGE}@latest`;

export default {
  summary: "say whether there is a newer version",
  forms: [
    ["update", "this version, the newest, and how to get it"],
    ["update --json", "the same for programs"],
  ],
  examples: [
    ["omp update", "is there a newer omp?"],
    ["omp update --json | jq .isCurrent", "for a script"],
  ],
  maxWords: 0,
  flags: [
    { name: "check", short: "c", group: "other", help: "the same; nothing is ever installed" },
    { name: "force", short: "f", group: "other", help: "refused: omp does not replace itself" },
    JSON_FLAG,
  ],
  run,
} satisfies CliCommand;

async function run({ args, host, output }: CommandCall): Promise<ExitName> {
  if (args.flags.has("force"))
    throw new UserError(`omp does not replace itself. To install the newest version: ${INSTALL}`);
  const newest = await newestVersion(host);
  const isCurrent = newest !== undefined && Bun.semver.order(version, newest) >= 0;
  if (args.flags.has("json")) {
    output.out.write(jsonText({ version, newest: newest ?? null, isCurrent, command: INSTALL }));
    return "ok";
  }
  output.out.write(`This is omp ${version}. ${verdict(newest, isCurrent)}\n`);
  if (!isCurrent) output.out.write(`Install the newest: ${INSTALL}\n`);
  return "ok";
}

function verdict(newest: string | undefined, isCurrent: boolean): string {
  if (newest === undefined) return "npm could not be asked for the newest version.";
  return isCurrent ? "It is the newest version." : `The newest version is ${newest}.`;
}

/** What npm says; asked from the home directory, so that no project's configuration has a say. */
async function newestVersion(host: Host): Promise<string | undefined> {
  try {
    const { exitCode, stdout } = await runProgram(["npm", "view", PACKAGE, "version"], host.env, {
      cwd: host.home ?? host.tmp,
    });
    const text = new TextDecoder().decode(stdout).trim();
    return exitCode === 0 && /^\d+\.\d+\.\d+[\w.+-]*$/.test(text) ? text : undefined;
  } catch {
    // There is no npm here.
    return undefined;
  }
}
