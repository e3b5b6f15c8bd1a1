// Gives a session a title from its first message, once the first answer is there. A title that a person
// chose is never touched.
import { estimateText } from "@oh-my-pi/pi-agent-core/compact/estimate-tokens";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import { selectorOf } from "@oh-my-pi/pi-catalog/resolve";
import { modelRoles } from "../../services/settings.ts";
import type { ModelDirectory } from "../choices.ts";
import type { Feature, FeaturePort } from "../feature.ts";
import question from "./title.md" with { type: "text" };

export interface TitleParts {
  readonly models: ModelDirectory;
  /** The title that there is. */
  readonly current: () => string | undefined;
  /** False when a person's title stands in the way. */
  readonly set: (title: string) => boolean;
}

const TIMEOUT_MS = 20_000;
const MAX_TITLE_CHARACTERS = 80;
const MAX_QUOTE_CHARACTERS = 4000;

/** The titles of one session. */
export class Title implements Feature {
  readonly name = "title";
  readonly #parts: TitleParts;
  #hasAsked = false;

  constructor(parts: TitleParts) {
    this.#parts = parts;
  }

  async whenIdle(port: FeaturePort): Promise<void> {
    const said = firstWords(port);
    if (this.#hasAsked || this.#parts.current() !== undefined || said === undefined) return;
    const answer = await port.complete({
      kind: "title",
      request: {
        model: this.#model(port),
        system: [question.trim()],
        messages: [
          {
            role: "user",
            content: `<message>\n${said}\n</message>`,
            attribution: "agent",
            timestamp: 0,
          },
        ],
        tools: [],
        options: { maxTokens: estimateText(" ".repeat(MAX_TITLE_CHARACTERS)) * 4 },
      },
      timeoutMs: TIMEOUT_MS,
      maxCharacters: MAX_TITLE_CHARACTERS,
    });
    if (port.signal.aborted) return;
    this.#hasAsked = true;
    const title = answer.ok ? tidy(answer.text) : "";
    if (title !== "" && this.#parts.set(title)) port.emit({ type: "session_title", title });
  }

  /** The small model where the user has one. */
  #model(port: FeaturePort): Model {
    const name = port.settings(modelRoles)["smol"];
    const small = this.#parts.models.available().find((model) => selectorOf(model) === name);
    return small ?? port.state.model;
  }
}

/** The first message of the user, once it has been answered. */
function firstWords({ state: { items } }: FeaturePort): string | undefined {
  const first = items.find(({ message }) => message.role === "user")?.message;
  const isAnswered = items.some(
    ({ message }) => message.role === "assistant" && message.stopReason !== "error",
  );
  if (first?.role !== "user" || !isAnswered) return undefined;
  const { content } = first;
  const text =
    typeof content === "string"
      ? content
      : content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
  return text.trim() === "" ? undefined : text.slice(0, MAX_QUOTE_CHARACTERS).toWellFormed();
}

function tidy(answer: string): string {
  const line = answer.trim().split("\n", 1)[0] ?? "";
  return line.replace(/^["'“”«»#*\s]+|["'“”«»*.\s]+$/g, "");
}
