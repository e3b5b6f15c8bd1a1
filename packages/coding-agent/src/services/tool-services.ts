// Puts together what the tools that touch no file of the project need; the composition root binds the result.
// Checkpoints are the session's to bind: without that, their tools are refused.
import type { Need } from "@oh-my-pi/pi-agent-core/need";
import { artifactWriterNeed, createArtifactWriter } from "./artifact-writer.ts";
import { askUserNeed, withoutUser } from "./ask-user.ts";
import { PendingActions, pendingActionsNeed } from "./pending-actions/pending-actions.ts";
import { createMemoryTodos, todoNeed } from "./todo/todo-list.ts";
import { toolActivationNeed, withoutActivation } from "./tool-discovery/tool-activation.ts";

export interface ToolServicesOptions {
  /** Folder beside the session file; absent for a session that keeps nothing. */
  readonly sessionFolder: string | undefined;
}

/** Needs with what fulfils them. */
export function createToolServices({
  sessionFolder,
}: ToolServicesOptions): (readonly [string, unknown])[] {
  return [
    bind(todoNeed, createMemoryTodos()),
    bind(pendingActionsNeed, new PendingActions()),
    bind(askUserNeed, withoutUser),
    bind(toolActivationNeed, withoutActivation),
    bind(artifactWriterNeed, createArtifactWriter(sessionFolder)),
  ];
}

function bind<T>(need: Need<T>, value: T): readonly [string, T] {
  return [need.name, value];
}
