// The `/debug` command: facts that help to find out what is wrong.
import { agentPaths } from "../../platform/agent-paths.ts";
import { defineSlashCommand } from "../slash-command.ts";
import { stateOf } from "../session-facts.ts";
import { textTable } from "../text-table.ts";

export default defineSlashCommand({
  name: "debug",
  summary: "Facts for finding out what is wrong",
  async run(_, { sessions, host, reply, isProjectTrusted, settings, jobs }) {
    const { current } = sessions;
    const { agentDir, logsDir } = agentPaths(host);
    const state = await stateOf(sessions);
    const { rss } = process.memoryUsage();
    reply(
      textTable([
        ["Bun", `${Bun.version} on ${host.platform} ${process.arch}`],
        ["Terminal", host.env["TERM_PROGRAM"] ?? host.env["TERM"] ?? "unknown"],
        ["Memory", `${Math.round(rss / 1e6)} MB`],
        ["Model", `${current.model.provider}/${current.model.id} (${current.model.api})`],
        ["Session", current.log.file ?? "in memory"],
        ["Entries", String(current.log.count)],
        ["Queued", String(state.queuedMessageCount)],
        ["Jobs", String(jobs.list().filter((job) => job.state === "running").length)],
        ["Project", isProjectTrusted ? "trusted" : "not trusted"],
        [
          "Settings",
          `${agentDir}/config.yml${settings.notes.length > 0 ? `, ${settings.notes.length} notes` : ""}`,
        ],
        ["Logs", logsDir],
      ]).join("\n"),
    );
  },
});
