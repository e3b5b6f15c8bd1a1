// The tools of one session and the behaviour they bring along. Tools are there before the session is: `attach` closes
// that circle.
import type { Clock } from "@oh-my-pi/pi-agent-core/clock";
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import { ToolChoiceQueue } from "@oh-my-pi/pi-agent-core/tool-choice-queue";
import type { ToolHost } from "@oh-my-pi/pi-agent-core/tool-host";
import { askTimeout } from "../services/ask-settings.ts";
import { QuestionDesk } from "../services/question-desk.ts";
import { modelRoles } from "../services/settings.ts";
import { createSessionTodos } from "../services/todo/session-todos.ts";
import { discoveryModeOf, splitByDiscovery } from "../services/tool-discovery/default-tools.ts";
import { ToolActivationFeature } from "../session/discovery/tool-activation-feature.ts";
import type { ToolServicesOptions } from "../services/tool-services.ts";
import { CheckpointFeature } from "../session/checkpoint/checkpoint-feature.ts";
import type { Feature } from "../session/feature.ts";
import { PreviewFeature } from "../session/preview/preview-feature.ts";
import type { Session } from "../session/session.ts";
import type { SessionParts } from "../session/session-parts.ts";
import { TodoFeature } from "../session/todo/todo-feature.ts";
import { SessionVision, type VisionParts } from "../session/vision/session-vision.ts";
import { ToolShelf } from "../session/tool-shelf.ts";
import type { Settings } from "../settings/settings.ts";

export interface SessionToolsOptions {
  readonly tools: readonly Tool[];
  readonly settings: Pick<Settings, "get">;
  readonly clock: Clock;
  /** The way to models, for tools that ask one. */
  readonly models: Pick<VisionParts, "models" | "stream">;
  /** Somebody named the tools: none is hidden. */
  readonly areNamed: boolean;
  /** The session has a file. */
  readonly isKept: boolean;
  /** Those of the embedding program. */
  readonly hostTools?: (() => readonly Tool[]) | undefined;
  /** Behaviour that belongs to tools and is made elsewhere. */
  readonly features?: readonly Feature[];
}

export class SessionTools {
  readonly #shelf: ToolShelf;
  readonly #choices = new ToolChoiceQueue();
  readonly #features: readonly Feature[];
  readonly questions: QuestionDesk;
  readonly services: ToolServicesOptions;
  readonly #activation: ToolActivationFeature;
  #session: Session | undefined;

  constructor({
    tools,
    settings,
    clock,
    models,
    areNamed,
    isKept,
    hostTools,
    features = [],
  }: SessionToolsOptions) {
    const get: Settings["get"] = (setting) => settings.get(setting);
    const { offered, hidden } = areNamed
      ? { offered: tools, hidden: [] }
      : splitByDiscovery(tools, get);
    this.#shelf = new ToolShelf(offered, hostTools);
    this.#activation = new ToolActivationFeature({
      mode: discoveryModeOf(get),
      shelf: this.#shelf,
      hidden,
    });
    this.questions = new QuestionDesk({ timeoutMs: get(askTimeout) * 1000 });
    const checkpoints = new CheckpointFeature(() => clock.now());
    const preview = new PreviewFeature(this.#choices);
    const todo = new TodoFeature(clock, () =>
      this.#shelf.tools.some(({ name }) => name === "todo_write"),
    );
    this.#features = [this.#activation, checkpoints, preview, todo, ...features];
    this.services = {
      todos: createSessionTodos(() => this.#session?.decided.todos ?? [], isKept),
      actions: preview.actions,
      user: this.questions,
      activation: this.#activation,
      checkpoints,
      vision: new SessionVision({
        ...models,
        clock,
        roles: () => get(modelRoles),
        active: () => this.#session?.model,
      }),
    };
  }

  /** The tools as the session takes them, with who runs them. */
  runBy(host: ToolHost): SessionParts["tools"] {
    return { shelf: this.#shelf, host, features: this.#features, choices: this.#choices };
  }

  /** The session is there: what its log says of tools holds from now on. */
  attach(session: Session): void {
    this.#session = session;
    this.#activation.restore(session.decided.settings.selectedMCPToolNames);
  }
}
