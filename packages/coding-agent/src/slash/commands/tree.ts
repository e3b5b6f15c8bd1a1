// The `/tree` command: the tree of the session, to go to another place in it.
import { defineSlashCommand } from "../slash-command.ts";
import { treeRows } from "../../session/tree/session-tree.ts";

export default defineSlashCommand({
  name: "tree",
  summary: "The tree of this session, to go to another place in it",
  usage: "[entry id]",
  async run(argument, { sessions, reply, openScreen, dialogs, redraw }) {
    const { current } = sessions;
    if (argument === "") {
      if (openScreen("tree")) return;
      const rows = treeRows(current.log, { filter: "default", folded: new Set() });
      if (rows.length === 0) return reply("Nothing was said yet.");
      const lines = rows.map(
        ({ id, lead, text, label, isOnPath }) =>
          `${id}  ${lead}${isOnPath ? "● " : "○ "}${label === undefined ? "" : `[${label}] `}${text}`,
      );
      return reply([...lines, "", "/tree <entry id> goes there."].join("\n"));
    }
    const went = await current.goTo(argument, { isSummed: false });
    if (went === undefined) return reply(`There is no entry ${argument}.`);
    if (went.text !== undefined) dialogs?.setEditorText(went.text);
    redraw();
    reply(
      went.text === undefined
        ? "The conversation goes on from there."
        : `The conversation goes on before: ${went.text}`,
    );
  },
});
