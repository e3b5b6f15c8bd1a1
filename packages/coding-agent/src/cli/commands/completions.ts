// `omp completions`: completion scripts for shells, made from the same tables as the help page.
import { type ExitName, UserError } from "../../platform/exit-codes.ts";
import type { CliCommand, CommandCall } from "../command.ts";
import { COMPLETION_SHELLS, completionScript } from "../completion-script.ts";

export default {
  summary: "print a completion script for your shell",
  forms: [
    ["completions bash", 'eval "$(omp completions bash)" in ~/.bashrc'],
    ["completions zsh", 'eval "$(omp completions zsh)" in ~/.zshrc, after compinit'],
    ["completions fish", "omp completions fish | source in config.fish"],
  ],
  flags: [],
  run,
} satisfies CliCommand;

async function run({ args, output, listCommands }: CommandCall): Promise<ExitName> {
  const [shell = ""] = args.words;
  const known = COMPLETION_SHELLS.find((name) => name === shell);
  if (known === undefined)
    throw new UserError(`Which shell? omp completions ${COMPLETION_SHELLS.join("|")}.`);
  output.out.write(completionScript(known, await listCommands()));
  return "ok";
}
