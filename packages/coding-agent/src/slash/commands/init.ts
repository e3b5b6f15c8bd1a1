// The `/init` command: has the model write down how to work in this project.
import { defineSlashCommand } from "../slash-command.ts";
import { expandTemplate } from "../files/expand-template.ts";
import prompt from "../embedded/init.md" with { type: "text" };

export default defineSlashCommand({
  name: "init",
  summary: "Write AGENTS.md: how to work in this project",
  usage: "[what to dwell on]",
  run: (argument) => expandTemplate(prompt.trim(), argument),
});
