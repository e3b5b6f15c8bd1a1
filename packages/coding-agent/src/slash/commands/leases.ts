// The `/leases` command: what you have allowed for longer than one call, and taking it back.
import { defineSlashCommand } from "../slash-command.ts";

export default defineSlashCommand({
  name: "leases",
  summary: "What you have allowed for this session",
  usage: "[revoke <number>|all]",
  run(argument, { sessions, reply }) {
    const { leases } = sessions.current;
    const [action = "", id = ""] = argument.trim().split(/\s+/);
    if (leases === undefined) return reply("Nothing can be allowed for longer here.");
    if (action === "revoke" && id !== "") {
      const count = leases.revoke(id);
      return reply(count === 0 ? `There is no lease ${id}.` : `Taken back: ${count}.`);
    }
    if (action !== "") return reply("Use /leases, /leases revoke <number> or /leases revoke all.");
    const lines = leases.describe();
    reply(lines.length === 0 ? "Nothing is allowed beyond single calls." : lines.join("\n"));
  },
});
