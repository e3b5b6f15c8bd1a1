// The `/resume` command: goes on with another session of this project.
import { agentPaths } from "../../platform/agent-paths.ts";
import { listProjectSessions } from "../../session/log/list-sessions.ts";
import { RESUME_TEXTS, resolveResume } from "../../session/log/resume.ts";
import { defineSlashCommand } from "../slash-command.ts";
import { textTable } from "../text-table.ts";

const MAX_LISTED = 20;

export default defineSlashCommand({
  name: "resume",
  isTerminalOnly: true,
  summary: "Go on with another session",
  usage: "[id or file]",
  async run(argument, { sessions, host, reply, openScreen }) {
    if (argument === "" && openScreen("resume")) return;
    const { cwd } = sessions.current.log.header;
    const scope = { sessionsDir: agentPaths(host).sessionsDir, cwd, host };
    if (argument === "") {
      const found = listProjectSessions(scope).slice(0, MAX_LISTED);
      const rows = found.map(({ id, name }) => [id, name]);
      return reply(
        found.length === 0
          ? `${RESUME_TEXTS.noSessions}.`
          : ["/resume <id>:", ...textTable(rows)].join("\n"),
      );
    }
    const answer = resolveResume(argument, scope);
    if (answer.kind !== "found") return reply(answer.message);
    const { log } = await sessions.open({ kind: "file", file: answer.file });
    reply(`Back in ${log.header.title ?? log.header.id}.`);
  },
});
