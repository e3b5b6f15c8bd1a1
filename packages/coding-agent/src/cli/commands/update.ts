// `omp update`: says which version runs and how to get a newer one. It asks nobody and installs nothing.
import { version } from "../../../package.json";
import type { ExitName } from "../../platform/exit-codes.ts";
import { type CliCommand, type CommandCall, JSON_FLAG, jsonText } from "../command.ts";

const PACKAGE = "@oh-my-pi/pi-coding-agent";

export default {
  summary: "say how to get a newer version",
  forms: [["update", "this version and the command that installs the newest"]],
  flags: [
    { name: "check", short: "c", group: "other", help: "the same; nothing is ever installed" },
    JSON_FLAG,
  ],
  run,
} satisfies CliCommand;

async function run({ args, output }: CommandCall): Promise<ExitName> {
  const command = `npm install -g ${PACKAGE}@latest`;
  output.out.write(
    args.flags.has("json")
      ? jsonText({ version, command })
      : `This is omp ${version}. omp does not look for updates by itself.\nNewest version: npm view ${PACKAGE} version\nInstall it:     ${command}\n`,
  );
  return "ok";
}
