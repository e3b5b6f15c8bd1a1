// Puts together what the tools that touch no file of the project need; the composition root binds the result.
import type { Need } from "@oh-my-pi/pi-agent-core/need";
import { type AskUser, askUserNeed } from "./ask-user.ts";
import { type Checkpoints, checkpointsNeed } from "./checkpoints.ts";
import { type PendingActions, pendingActionsNeed } from "./pending-actions/pending-actions.ts";
import { todoNeed, type TodoStore } from "./todo/todo-list.ts";
import { type ToolActivation, toolActivationNeed } from "./tool-discovery/tool-activation.ts";
import { type Vision, visionNeed } from "./vision.ts";

export interface ToolServicesOptions {
  readonly todos: TodoStore;
  readonly actions: PendingActions;
  readonly user: AskUser;
  readonly activation: ToolActivation;
  readonly checkpoints: Checkpoints;
  readonly vision: Vision;
}

/** Needs with what fulfils them. */
export function createToolServices(options: ToolServicesOptions): (readonly [string, unknown])[] {
  return [
    bind(todoNeed, options.todos),
    bind(pendingActionsNeed, options.actions),
    bind(askUserNeed, options.user),
    bind(toolActivationNeed, options.activation),
    bind(checkpointsNeed, options.checkpoints),
    bind(visionNeed, options.vision),
  ];
}

function bind<T>(need: Need<T>, value: T): readonly [string, T] {
  return [need.name, value];
}
