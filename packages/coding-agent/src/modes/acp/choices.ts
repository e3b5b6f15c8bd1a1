// What the person can choose for a session in their editor: the approval mode, the model, how hard it thinks. Each is
// carried out by the session's own commands.
import {
  RequestError,
  type SessionConfigOption,
  type SessionModeState,
} from "@agentclientprotocol/sdk";
import { EFFORTS, type Model } from "@oh-my-pi/pi-catalog/model";
import { selectorOf } from "@oh-my-pi/pi-catalog/resolve";
import { approvalMode, type ApprovalMode } from "../../services/approval/settings.ts";
import type { SessionHolder } from "../../session/session-holder.ts";
import type { AcpHeld } from "./house.ts";

const MODES: readonly { id: ApprovalMode; name: string; description: string }[] = [
  {
    id: "always-ask",
    name: "Always ask",
    description: "Asks before anything is changed or run",
  },
  { id: "write", name: "Write", description: "Edits files at once; asks before running commands" },
  { id: "yolo", name: "Yolo", description: "Asks only before what could do harm" },
];

/** The choices of one session. */
export class SessionChoices {
  readonly #holder: () => SessionHolder<AcpHeld>;
  #mode: ApprovalMode | undefined;

  constructor(holder: () => SessionHolder<AcpHeld>) {
    this.#holder = holder;
  }

  /** What the person chose; undefined where they chose nothing. */
  get chosenMode(): ApprovalMode | undefined {
    return this.#mode;
  }

  modes(): SessionModeState {
    return {
      currentModeId: this.#currentMode(),
      availableModes: MODES.map((mode) => ({ ...mode })),
    };
  }

  setMode(modeId: string): void {
    const mode = MODES.find(({ id }) => id === modeId);
    if (mode === undefined)
      throw invalid(
        `there is no mode "${modeId}"; there are ${MODES.map(({ id }) => id).join(", ")}`,
      );
    this.#mode = mode.id;
  }

  /** Everything that can be chosen, with what is. */
  async options(): Promise<SessionConfigOption[]> {
    const { current } = this.#holder();
    const models = await this.#models();
    const listed = models.some((model) => selectorOf(model) === selectorOf(current.model))
      ? models
      : [current.model, ...models];
    return [
      {
        id: "mode",
        name: "Approvals",
        category: "mode",
        type: "select",
        currentValue: this.#currentMode(),
        options: MODES.map(({ id, name, description }) => ({ value: id, name, description })),
      },
      {
        id: "model",
        name: "Model",
        category: "model",
        type: "select",
        currentValue: selectorOf(current.model),
        options: listed.map((model) => ({
          value: selectorOf(model),
          name: model.name,
          description: selectorOf(model),
        })),
      },
      ...(current.model.reasoning ? [thinkingOption(current.thinkingLevel)] : []),
    ];
  }

  /** Chooses; true when the mode is another one now. */
  async set(configId: string, value: unknown): Promise<boolean> {
    if (typeof value !== "string") throw invalid(`"${configId}" takes one of its values`);
    if (configId === "mode") {
      const before = this.#currentMode();
      this.setMode(value);
      return this.#currentMode() !== before;
    }
    if (configId === "model") await this.setModel(value);
    else if (configId === "thinking") await this.#setThinking(value);
    else throw invalid(`there is no option "${configId}"`);
    return false;
  }

  async setModel(selector: string): Promise<void> {
    const wanted = (await this.#models()).find((model) => selectorOf(model) === selector);
    if (wanted === undefined) throw invalid(`there is no model "${selector}" to use`);
    const { provider, id: modelId } = wanted;
    await this.#holder().send({ type: "set_model", provider, modelId });
  }

  async #setThinking(level: string): Promise<void> {
    if (!LEVELS.includes(level)) throw invalid(`there is no thinking level "${level}"`);
    await this.#holder().send({ type: "set_thinking_level", level });
  }

  #currentMode(): ApprovalMode {
    return this.#mode ?? this.#holder().held.settings.get(approvalMode);
  }

  async #models(): Promise<readonly Model[]> {
    const answer = await this.#holder().send({ type: "get_available_models" });
    return (answer as { models: readonly Model[] }).models;
  }
}

const LEVELS: readonly string[] = ["off", ...EFFORTS];

function thinkingOption(currentValue: string): SessionConfigOption {
  return {
    id: "thinking",
    name: "Thinking",
    category: "thought_level",
    type: "select",
    currentValue,
    options: LEVELS.map((level) => ({ value: level, name: level })),
  };
}

function invalid(problem: string): RequestError {
  return RequestError.invalidParams(undefined, problem);
}
