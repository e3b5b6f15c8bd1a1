// How much of what is said goes into telemetry: nothing unless asked for. Whatever goes passes the
// application's redaction first.
import type { Message } from "@oh-my-pi/pi-ai/message";
import type { Attributes } from "@opentelemetry/api";

/** `summary` keeps the beginning of each text, `full` all of it. */
export type CaptureLevel = "none" | "summary" | "full";

const SUMMARY_CHARACTERS = 256;

/** Reads the value of the usual environment variable; anything unknown captures nothing. */
export function parseCaptureLevel(value: string | undefined): CaptureLevel {
  const word = value?.trim().toLowerCase();
  if (word === "full" || word === "true" || word === "1") return "full";
  return word === "summary" ? "summary" : "none";
}

/** Makes captured text. */
export class ContentCapture {
  readonly #level: CaptureLevel;
  readonly #redact: (text: string) => string;

  constructor(level: CaptureLevel, redact: (text: string) => string = (text) => text) {
    this.#level = level;
    this.#redact = redact;
  }

  get isOn(): boolean {
    return this.#level !== "none";
  }

  /** Of any level: what is not asked to be left out is still redacted. */
  attributes(attributes: Attributes): Attributes {
    return redactAttributes(attributes, this.#redact);
  }

  text(text: string): string {
    const safe = this.#redact(text);
    if (this.#level === "full" || safe.length <= SUMMARY_CHARACTERS) return safe;
    return `${safe.slice(0, SUMMARY_CHARACTERS).toWellFormed()}… (${safe.length} characters)`;
  }

  /** Messages in the shape of the GenAI conventions, as JSON. */
  messages(messages: readonly Message[]): string {
    return JSON.stringify(messages.map((message) => this.#message(message)));
  }

  #message(message: Message): object {
    if (message.role === "toolResult") {
      const response = this.text(plainText(message.content));
      return {
        role: "tool",
        parts: [{ type: "tool_call_response", id: this.#redact(message.toolCallId), response }],
      };
    }
    if (message.role === "user") {
      return {
        role: "user",
        parts: [{ type: "text", content: this.text(plainText(message.content)) }],
      };
    }
    const parts = message.content.map((block) => {
      if (block.type === "text") return { type: "text", content: this.text(block.text) };
      if (block.type === "thinking") {
        return { type: "reasoning", content: this.text(block.thinking) };
      }
      const args = this.text(JSON.stringify(block.arguments));
      const [id, name] = [this.#redact(block.id), this.#redact(block.name)];
      return { type: "tool_call", id, name, arguments: args };
    });
    return { role: "assistant", parts, finish_reason: message.stopReason };
  }
}

/** The same attributes, their texts redacted. */
export function redactAttributes(
  attributes: Attributes,
  redact: (text: string) => string,
): Attributes {
  const entries = Object.entries(attributes).map(([name, value]): [string, Attributes[string]] => [
    name,
    typeof value === "string" ? redact(value) : value,
  ]);
  return Object.fromEntries(entries);
}

/** Text of a message's content, with marks for images. */
export function plainText(content: Exclude<Message, { role: "assistant" }>["content"]): string {
  if (typeof content === "string") return content;
  return content.map((block) => (block.type === "text" ? block.text : "[image]")).join("\n");
}
