// The `/session` command: facts about this session, or its end.
import { defineSlashCommand, proposeWords, type SlashPort } from "../slash-command.ts";
import { dropSession } from "../drop-session.ts";
import { statsOf } from "../session-facts.ts";
import { textTable } from "../text-table.ts";

export default defineSlashCommand({
  name: "session",
  summary: "Facts about this session, or delete it",
  usage: "[info|delete]",
  propose: proposeWords({ info: "what this session is", delete: "delete it and begin a new one" }),
  async run(argument, port) {
    if (argument === "" || argument === "info") return port.reply(await facts(port));
    if (argument !== "delete" && argument !== "delete now")
      return port.reply(`"${argument}" is neither info nor delete.`);
    if (argument === "delete" && !(await isSure(port))) return;
    await dropSession(port);
    port.reply("The session was deleted. This is a new one.");
  },
});

async function isSure({ dialogs, reply }: SlashPort): Promise<boolean> {
  if (dialogs === undefined) {
    reply("This deletes the session for good; to do that say /session delete now.");
    return false;
  }
  return dialogs.confirm("Delete this session?", "Its file and artifacts are gone for good.");
}

async function facts({ sessions }: SlashPort): Promise<string> {
  const { header, file } = sessions.current.log;
  const stats = await statsOf(sessions);
  return textTable([
    ["Name", header.title ?? "(none)"],
    ["Id", header.id],
    ["File", file ?? "(in memory)"],
    ["Folder", header.cwd],
    ["Begun", header.timestamp],
    [
      "Messages",
      `${stats.userMessages} yours, ${stats.assistantMessages} answers, ${stats.toolCalls} tool calls`,
    ],
    ["Tokens", String(stats.tokens.total)],
    ["Cost", `$${stats.cost.toFixed(4)}`],
  ]).join("\n");
}
