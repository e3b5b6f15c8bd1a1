// The `/jobs` command: lists background jobs, or ends one.
import { sanitizeForeign } from "@oh-my-pi/pi-utils/text/sanitize-foreign";
import { defineSlashCommand } from "../slash-command.ts";
import { textTable } from "../text-table.ts";

export default defineSlashCommand({
  name: "jobs",
  summary: "Background jobs of this session",
  usage: "[cancel <id>]",
  propose: (typed, { jobs }) =>
    jobs
      .list()
      .filter(({ state, id }) => state === "running" && `cancel ${id}`.startsWith(typed))
      .map(({ id, label }) => ({ value: `cancel ${id}`, description: label })),
  async run(argument, { jobs, reply, host }) {
    const all = jobs.list();
    const id = /^cancel\s+(\S+)$/.exec(argument)?.[1];
    if (id !== undefined) {
      if (!all.some((job) => job.id === id)) return reply(`There is no job ${id}.`);
      await jobs.cancel(id);
      return reply(`${id} was ended.`);
    }
    if (argument !== "") return reply("Say /jobs, or /jobs cancel <id>.");
    if (all.length === 0) return reply("No background jobs.");
    const rows = all.map(({ id: name, state, type, label, startedAtMs, endedAtMs }) => {
      const seconds = Math.round(((endedAtMs ?? host.now()) - startedAtMs) / 1000);
      return [name, state, `${seconds} s`, `${type}: ${sanitizeForeign(label)}`];
    });
    reply(textTable(rows).join("\n"));
  },
});
