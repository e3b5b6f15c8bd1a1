// Keeps the to-do list honest: a model is asked for one where that is wanted, told when a change of it failed, reminded of
// open tasks when it stops; a finished list is cleared after a while. Knows the list only as the log has it.
import type { Clock } from "@oh-my-pi/pi-agent-core/clock";
import type { Feature, FeaturePort, RunEnd } from "../feature.ts";
import { isOpenTask, TODOS_TYPE, todoMarkdown, type TodoTask } from "../state/todos.ts";
import * as declared from "../../services/todo/settings.ts";

const TOOL = "todo_write";
const EAGER = `Before you begin, write a to-do list of what was asked for with ${TOOL}, unless a single step does it.`;
const FAILED = `The call of ${TOOL} had errors, and what they name is not on the list. Correct it before you go on.`;

export class TodoFeature implements Feature {
  readonly name = "todo";
  readonly #clock: Clock;
  readonly #isOffered: () => boolean;
  #reminders = 0;
  #isBeginning = false;

  /** `isOffered` says whether the model has the tool. */
  constructor(clock: Clock, isOffered: () => boolean) {
    this.#clock = clock;
    this.#isOffered = isOffered;
  }

  beforePrompt(): void {
    this.#reminders = 0;
    this.#isBeginning = true;
  }

  async beforeRequest(port: FeaturePort): Promise<void> {
    const isWanted = this.#isBeginning && port.settings(declared.todoEager);
    this.#isBeginning = false;
    if (isWanted && tasksOf(port).length === 0 && this.#isOffered())
      tell(port, "eager-todo", EAGER);
    else if (hasJustFailed(port)) tell(port, "todo-error", FAILED);
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

/** Whether the model has not been told yet of a call that failed. */
function hasJustFailed({ state: { items } }: FeaturePort): boolean {
  const last = items.findLastIndex(({ message }) => message.role !== "toolResult");
  return items
    .slice(last + 1)
    .some(
      ({ message }) =>
        message.role === "toolResult" && message.toolName === TOOL && message.isError,
    );
}

function tell(port: FeaturePort, customType: string, content: string): void {
  port.append({
    type: "custom_message",
    customType,
    content,
    display: false,
    attribution: "agent",
  });
}

function tasksOf({ state }: FeaturePort): TodoTask[] {
  return state.decided.todos.flatMap(({ tasks }) => tasks);
}

function reminder({ state }: FeaturePort, count: number): string {
  return `You stopped with ${count} open ${count === 1 ? "task" : "tasks"} on the to-do list:\n\n${todoMarkdown(state.decided.todos)}\n\nGo on with them, or update the list with todo_write if they are done or no longer wanted.`;
}
