// The `/thinking` command: shows or changes how hard the model thinks.
import { EFFORTS } from "@oh-my-pi/pi-catalog/model";
import { nearest } from "@oh-my-pi/pi-utils/text/edit-distance";
import { defineSlashCommand } from "../slash-command.ts";

const LEVELS = ["off", ...EFFORTS];

export default defineSlashCommand({
  name: "thinking",
  summary: "Choose how hard the model thinks",
  usage: `[${LEVELS.join("|")}]`,
  propose: (typed) => LEVELS.filter((level) => level.startsWith(typed)).map((value) => ({ value })),
  async run(argument, { sessions, reply, openScreen }) {
    if (LEVELS.includes(argument)) {
      await sessions.send({ type: "set_thinking_level", level: argument });
      return reply(`Thinking: ${argument}`);
    }
    if (argument !== "") {
      const meant = nearest(argument, LEVELS);
      return reply(
        `There is no level "${argument}".${meant === undefined ? "" : ` Did you mean ${meant}?`} Levels: ${LEVELS.join(", ")}.`,
      );
    }
    if (!openScreen("thinking"))
      reply(`Thinking: ${sessions.current.thinkingLevel}. Levels: ${LEVELS.join(", ")}.`);
  },
});
