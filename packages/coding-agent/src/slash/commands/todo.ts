// The `/todo` command: the to-do list of this session, to see and to change.
import { defineSlashCommand, proposeWords } from "../slash-command.ts";
import { findTodoAction, TODO_ACTIONS } from "../todo/todo-actions.ts";

export default defineSlashCommand({
  name: "todo",
  summary: "The to-do list of this session",
  usage: "[edit|copy|export|import|append|start|done|drop|rm]",
  propose: proposeWords(
    Object.fromEntries(Object.entries(TODO_ACTIONS).map(([name, { about }]) => [name, about])),
  ),
  async run(argument, port) {
    const [, name = "", rest = ""] = /^(\S*)\s*([\s\S]*)$/.exec(argument) ?? [];
    const action = findTodoAction(name);
    if (action === undefined)
      return port.reply(`"${name}" is not among ${Object.keys(TODO_ACTIONS).join(", ")}.`);
    await action.run(rest.trim(), port);
  },
});
