// The model that looks at images for a session: the one of the role `vision`, else the first known one that can see.
import type { StreamFunction } from "@oh-my-pi/pi-agent-core/agent-config";
import type { Clock } from "@oh-my-pi/pi-agent-core/clock";
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { selectorOf } from "@oh-my-pi/pi-catalog/resolve";
import type { ImageQuestion, Vision } from "../../services/vision.ts";
import type { ModelDirectory } from "../choices.ts";
import { askOnce } from "../one-shot.ts";

export interface VisionParts {
  readonly models: ModelDirectory;
  readonly stream: StreamFunction;
  readonly clock: Clock;
  /** Names of models by role. */
  readonly roles: () => Readonly<Record<string, string>>;
  /** The model that the session talks to. */
  readonly active: () => Model | undefined;
}

const TIMEOUT_MS = 120_000;
const MAX_CHARACTERS = 40_000;
const INSTRUCTION =
  "Answer the question about the image. Say only what can be seen in it; say so where it cannot be told.";

export class SessionVision implements Vision {
  readonly #parts: VisionParts;

  constructor(parts: VisionParts) {
    this.#parts = parts;
  }

  model(): string {
    return selectorOf(this.#model());
  }

  async ask({ question, data, mimeType }: ImageQuestion, signal: AbortSignal): Promise<string> {
    const { stream, clock } = this.#parts;
    const answer = await askOnce(
      {
        kind: "vision",
        request: {
          model: this.#model(),
          system: [INSTRUCTION],
          messages: [
            {
              role: "user",
              content: [
                { type: "image", data, mimeType },
                { type: "text", text: question },
              ],
              attribution: "agent",
              timestamp: clock.now(),
            },
          ],
          tools: [],
          options: {},
        },
        timeoutMs: TIMEOUT_MS,
        maxCharacters: MAX_CHARACTERS,
      },
      { stream, clock },
      signal,
    );
    if (!answer.ok)
      throw answer.isAborted
        ? new ToolFailure("inspect_image request aborted.", { kind: "aborted" })
        : new ToolFailure(`inspect_image request failed. ${answer.problem}`);
    const text = answer.text.trim();
    if (text === "") throw new ToolFailure("inspect_image model returned no text output.");
    return text;
  }

  #model(): Model {
    const { models, roles, active } = this.#parts;
    const available = models.available();
    const named = (role: string): Model | undefined => {
      const name = roles()[role]?.replace(/:[a-z]+$/, "");
      return available.find((model) => selectorOf(model) === name || model.id === name);
    };
    const vision = named("vision");
    const others = [named("default"), active(), ...available].filter(
      (model) => model !== undefined,
    );
    const model = vision ?? others.find(canSee) ?? others[0];
    if (model === undefined) throw new ToolFailure("No models available for inspect_image.");
    if (!canSee(model))
      throw new ToolFailure(
        `Resolved model ${selectorOf(model)} does not support image input. Set modelRoles.vision to one that does.`,
      );
    return model;
  }
}

function canSee({ input }: Model): boolean {
  return input.includes("image");
}
