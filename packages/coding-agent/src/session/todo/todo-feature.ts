// Keeps the to-do list honest: a model that stops with open tasks is reminded of them, a finished list is cleared after a
// while. Knows the list only as the log has it.
import type { Clock } from "@oh-my-pi/pi-agent-core/clock";
import type { Feature, FeaturePort, RunEnd } from "../feature.ts";
import { isOpenTask, TODOS_TYPE, todoMarkdown, type TodoTask } from "../state/todos.ts";
import * as declared from "../../services/todo/settings.ts";

export class TodoFeature implements Feature {
  readonly name = "todo";
  readonly #clock: Clock;
  #reminders = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  beforePrompt(): void {
    this.#reminders = 0;
  }

  async afterRun({ answer }: RunEnd, port: FeaturePort): Promise<"again" | undefined> {
    const open = tasksOf(port).filter(isOpenTask);
    const maxAttempts = port.settings(declared.todoRemindersMax);
    const isDue = answer?.stopReason === "stop" && open.length > 0 && !port.signal.aborted;
    if (!isDue || this.#reminders >= maxAttempts || !port.settings(declared.todoReminders))
      return undefined;
    this.#reminders++;
    port.emit({ type: "todo_reminder", todos: open, attempt: this.#reminders, maxAttempts });
    port.enqueue({
      role: "custom",
      customType: "todo-reminder",
      content: reminder(port, open.length),
      display: false,
      attribution: "agent",
      timestamp: this.#clock.now(),
    });
    return "again";
  }

  async whenIdle(port: FeaturePort): Promise<void> {
    const delayS = port.settings(declared.todoClearDelay);
    const tasks = tasksOf(port);
    if (delayS < 0 || tasks.length === 0 || tasks.some(isOpenTask)) return;
    await this.#clock.sleep(delayS * 1000, port.signal);
    if (port.signal.aborted) return;
    port.append({ type: "custom", customType: TODOS_TYPE, data: { phases: [] } });
  }
}

function tasksOf({ state }: FeaturePort): TodoTask[] {
  return state.decided.todos.flatMap(({ tasks }) => tasks);
}

function reminder({ state }: FeaturePort, count: number): string {
  return `You stopped with ${count} open ${count === 1 ? "task" : "tasks"} on the to-do list:\n\n${todoMarkdown(state.decided.todos)}\n\nGo on with them, or update the list with todo_write if they are done or no longer wanted.`;
}
