// The `set_todos` command: replaces the to-do list.
import { z } from "zod";
import { defineCommand } from "../command.ts";
import { todoPhasesSchema } from "../command-schemas.ts";
import { TODOS_TYPE } from "../state/todos.ts";

export default defineCommand({
  name: "set_todos",
  input: z.object({ phases: todoPhasesSchema }),
  output: z.object({ todoPhases: todoPhasesSchema }),
  run({ conversation }, { phases }) {
    conversation.append({ type: "custom", customType: TODOS_TYPE, data: { phases } });
    return { todoPhases: [...conversation.state.todos] };
  },
});
