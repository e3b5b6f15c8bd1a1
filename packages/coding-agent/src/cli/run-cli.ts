// The command line as a whole: which subcommand or face was asked for, and how its end becomes an exit code.
import { version } from "../../package.json";
import { type ExitName, UserError } from "../platform/exit-codes.ts";
import { readHost } from "../platform/host.ts";
import type { Assembly } from "./assembly.ts";
import { type Flag, FLAGS } from "./flags.ts";
import { type ParsedArgs, parseArgs } from "./parse-args.ts";
import { openOutput, type Output } from "./stdio.ts";

/** Runs omp with these arguments; never throws for a mistake of the user. */
export async function runCli(argv: readonly string[], assembly: Assembly): Promise<ExitName> {
  const output = openOutput();
  const how = await answer(argv, assembly, output);
  await output.out.flush();
  await output.err.flush();
  return how === "ok" && output.out.broken.aborted ? "brokenPipe" : how;
}

async function answer(
  argv: readonly string[],
  assembly: Assembly,
  output: Output,
): Promise<ExitName> {
  try {
    return await dispatch(argv, assembly, output);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    output.err.write(`omp: ${error.message}\n`);
    return error.exit;
  }
}

async function dispatch(
  argv: readonly string[],
  assembly: Assembly,
  output: Output,
): Promise<ExitName> {
  const [first = "", ...rest] = argv;
  if (first === "launch") return launch(rest, assembly, output);
  if (first === "help") return dispatch([...rest.slice(0, 1), "--help"], assembly, output);
  if (!/^[a-z][a-z-]*$/.test(first)) return launch(argv, assembly, output);
  const { findCommand, listCommands } = await import("./find-command.ts");
  const found = await findCommand(first);
  if (found === undefined) return launch(argv, assembly, output);
  const { name, command } = found;
  const { refuseExtraWords } = await import("./command.ts");
  const args = parseArgs(rest, [...command.flags, HELP_FLAG], {
    helpCommand: `omp ${name} --help`,
    isPlain: true,
    isVerbatim: command.isVerbatim === true,
  });
  if (args.flags.has("help")) {
    const { commandHelpText } = await import("./help.ts");
    output.out.write(commandHelpText(name, command));
    return "ok";
  }
  refuseExtraWords(name, args, command.maxWords);
  return command.run({ args, host: readHost(), assembly, output, listCommands });
}

const HELP_FLAG: Flag = { name: "help", short: "h", group: "other", help: "show this page" };

async function launch(
  argv: readonly string[],
  assembly: Assembly,
  output: Output,
): Promise<ExitName> {
  const args = parseArgs(argv, FLAGS);
  if (args.flags.has("help")) {
    const { helpText } = await import("./help.ts");
    output.out.write(await helpText());
    return "ok";
  }
  if (args.flags.has("version")) {
    output.out.write(`omp/${version}\n`);
    return "ok";
  }
  refusePlanned(args);
  const { launch: begin } = await import("./launch.ts");
  return begin(args, assembly, output);
}

/** An editor says what to open and what to say. */
function refuseForEditors({ flags, files }: Pick<ParsedArgs, "flags" | "files">): void {
  if (files.length > 0) throw new UserError("@file arguments are not supported in ACP mode.");
  const taken = ["max-time", "continue", "resume", "fork"].find((name) => flags.has(name));
  if (taken !== undefined)
    throw new UserError(`--${taken} is not for ACP mode: the editor decides.`);
}

/** What is known and does not exist yet is refused: a flag that is ignored is worse than none. */
function refusePlanned({ flags, files }: ParsedArgs): void {
  const planned = FLAGS.find((flag) => flag.missing !== undefined && flags.has(flag.name));
  if (planned !== undefined)
    throw new UserError(`--${planned.name} is not available yet: ${planned.missing}.`);
  const mode = flags.get("mode");
  if ((mode === "rpc" || mode === "rpc-ui") && files.length > 0)
    throw new UserError("@file arguments are not supported in RPC mode.");
  if ((mode === "rpc" || mode === "rpc-ui") && flags.has("max-time"))
    throw new UserError("--max-time is for runs with -p; in RPC mode the host ends the run.");
  if (mode === "acp") refuseForEditors({ flags, files });
}
