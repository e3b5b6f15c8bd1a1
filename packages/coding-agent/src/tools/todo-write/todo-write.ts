// The tool `todo_write`: what a model is told of it. What it does is in run.ts, loaded at the first call.
import { defineTool } from "@oh-my-pi/pi-agent-core/define-tool";
import { todoNeed } from "../../services/todo/todo-list.ts";
import { parameters } from "./parameters.gen.ts";
import description from "./todo-write.md" with { type: "text" };

export default defineTool({
  name: "todo_write",
  label: "Todo",
  description: description.trim(),
  parameters,
  tier: "read",
  concurrency: "exclusive",
  needs: { todos: todoNeed },
  load: () => import("./run.ts"),
});
