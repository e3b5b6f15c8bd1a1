// The `/fast` command: asks providers for their fastest tier, or no longer.
import { defineSlashCommand } from "../slash-command.ts";

const WORDS = ["on", "off", "status"] as const;

export default defineSlashCommand({
  name: "fast",
  summary: "Faster answers at a higher price, where the provider offers them",
  usage: "[on|off|status]",
  propose: (typed) => WORDS.filter((word) => word.startsWith(typed)).map((value) => ({ value })),
  async run(argument, { sessions, reply }) {
    const isFast = sessions.current.serviceTier === "priority";
    const word = WORDS.find((each) => each === argument.toLowerCase());
    if (argument !== "" && word === undefined)
      return reply(`/fast does not know "${argument}". Say on, off or status.`);
    if (word === "status") return reply(`Fast mode is ${isFast ? "on" : "off"}.`);
    const isWanted = word === undefined ? !isFast : word === "on";
    if (isWanted !== isFast)
      await sessions.send({ type: "set_service_tier", tier: isWanted ? "priority" : "none" });
    reply(`Fast mode is ${isWanted ? "on" : "off"}.`);
  },
});
