// The `/debug` command: facts that help to find out what is wrong, or slow.
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { agentPaths } from "../../platform/agent-paths.ts";
import { processText, systemText } from "../debug/machine-report.ts";
import { workFile, workText } from "../debug/work-report.ts";
import { stateOf } from "../session-facts.ts";
import { defineSlashCommand, proposeWords, type SlashPort } from "../slash-command.ts";
import { textTable } from "../text-table.ts";

const TOPICS = {
  work: "Where the time of this session went; a file name writes stacks, or a flame graph (.svg)",
  processes: "Every process that omp has started",
  system: "The machine",
};

export default defineSlashCommand({
  name: "debug",
  summary: "Facts for finding out what is wrong",
  usage: "[work [file] | processes | system]",
  propose: proposeWords(TOPICS),
  async run(argument, port) {
    const [topic = "", file] = argument.split(/\s+/);
    if (topic === "") return port.reply(await factsText(port));
    if (topic === "work") return tellWork(port, file);
    if (topic === "processes") return port.reply(processText(port.host.pid));
    if (topic === "system") return port.reply(systemText());
    port.reply(
      `There is nothing on "${topic}"; say ${Object.keys(TOPICS).join(", ")}, or nothing.`,
    );
  },
});

function tellWork({ sessions: { current }, reply }: SlashPort, file: string | undefined): void {
  const spans = current.work?.read() ?? [];
  if (file === undefined) return reply(workText(spans));
  const path = resolve(current.log.header.cwd, file);
  writeFileSync(path, workFile(path, spans), { flag: "wx" });
  reply(`Written to ${path}`);
}

async function factsText(port: SlashPort): Promise<string> {
  const { sessions, host, isProjectTrusted, settings, jobs } = port;
  const { current } = sessions;
  const { agentDir, logsDir } = agentPaths(host);
  const state = await stateOf(sessions);
  const { rss } = process.memoryUsage();
  return textTable([
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
  ]).join("\n");
}
