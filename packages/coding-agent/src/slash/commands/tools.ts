// The `/tools` command: the tools that the model has.
import { defineSlashCommand } from "../slash-command.ts";
import { stateOf } from "../session-facts.ts";
import { textTable } from "../text-table.ts";

export default defineSlashCommand({
  name: "tools",
  summary: "The tools that the model has",
  async run(_, { sessions, reply }) {
    const { dumpTools } = await stateOf(sessions);
    if (dumpTools.length === 0) return reply("The model has no tools here.");
    const rows = dumpTools.map(({ name, description }) => [name, firstSentence(description)]);
    reply(textTable(rows).join("\n"));
  },
});

function firstSentence(text: string): string {
  return (
    /^.*?[.:](?=\s|$)/s.exec(text.trim())?.[0].replaceAll("\n", " ") ?? text.split("\n")[0] ?? ""
  );
}
