// `omp completions`: completion scripts for shells, made from the same tables as the help page.
import { nearest } from "@oh-my-pi/pi-utils/text/edit-distance";
import { type ExitName, UserError } from "../../platform/exit-codes.ts";
import type { CliCommand, CommandCall } from "../command.ts";
import { COMPLETION_SHELLS, completionScript } from "../completion-script.ts";

export default {
  summary: "print a completion script for your shell",
  forms: [
    ["completions bash", "commands, actions, flags and their values"],
    ["completions zsh", "the same, with what each means"],
    ["completions fish", "the same, with what each means"],
  ],
  examples: [
    ['eval "$(omp completions bash)"', "in ~/.bashrc"],
    ['eval "$(omp completions zsh)"', "in ~/.zshrc, after compinit"],
    ["omp completions fish | source", "in ~/.config/fish/config.fish"],
  ],
  maxWords: 1,
  flags: [],
  run,
} satisfies CliCommand;

async function run({ args, output, listCommands }: CommandCall): Promise<ExitName> {
  const [shell = ""] = args.words;
  const known = COMPLETION_SHELLS.find((name) => name === shell);
  if (known === undefined)
    throw new UserError(
      `Which shell? omp completions ${COMPLETION_SHELLS.join("|")}.${meant(shell)}`,
    );
  output.out.write(completionScript(known, await listCommands()));
  return "ok";
}

function meant(shell: string): string {
  const near = nearest(shell, COMPLETION_SHELLS);
  return near === undefined ? "" : ` Did you mean omp completions ${near}?`;
}
