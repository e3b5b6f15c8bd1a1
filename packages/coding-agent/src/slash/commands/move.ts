// The `/move` command: takes this session to another folder.
import { existsSync, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { deleteSession } from "../../session/log/move-session.ts";
import { defineSlashCommand } from "../slash-command.ts";

export default defineSlashCommand({
  name: "move",
  isTerminalOnly: true,
  summary: "Take this session to another folder",
  usage: "<folder>",
  async run(argument, { sessions, host, reply }) {
    if (argument === "") return reply("Where to? /move <folder>");
    const { log } = sessions.current;
    const expanded = argument.replace(/^~(?=$|\/)/, host.home ?? "~");
    const wanted = resolve(log.header.cwd, expanded);
    if (statSync(wanted, { throwIfNoEntry: false })?.isDirectory() !== true)
      return reply(`There is no folder ${wanted}.`);
    const cwd = realpathSync.native(wanted);
    if (cwd === realpathSync.native(log.header.cwd)) return reply("The session is there already.");
    const { file } = log;
    await sessions.open({ kind: "move", cwd });
    if (file !== undefined && existsSync(file)) deleteSession(file, host.platform);
    reply(`This session is now in ${cwd}.`);
  },
});
