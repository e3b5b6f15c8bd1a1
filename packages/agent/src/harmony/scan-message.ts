// Looks for leaks in the blocks of a response, finished or still growing, without reading long text again
// for every delta.
import type { AssistantMessage } from "@oh-my-pi/pi-ai/message";
import {
  detectHarmonyLeak,
  type HarmonyDetection,
  type HarmonySurface,
  MAYBE_LEAK,
} from "./detect.ts";

type Block = AssistantMessage["content"][number];

/** The first leak in a message. */
export function detectInMessage(message: AssistantMessage): HarmonyDetection | undefined {
  for (const [index, block] of message.content.entries()) {
    const detection = detectInBlock(block, index);
    if (detection !== undefined) return detection;
  }
  return undefined;
}

/** The leak in one block. */
function detectInBlock(block: Block, index: number): HarmonyDetection | undefined {
  return detectHarmonyLeak(scannedText(block), surfaceOf(block, index));
}

/** The text that is searched: of a call its free-form `input`, else its arguments as JSON. */
export function scannedText(block: Block): string {
  if (block.type === "text") return block.text;
  if (block.type === "thinking") return block.thinking;
  const { input } = block.arguments;
  return typeof input === "string" ? input : JSON.stringify(block.arguments);
}

function surfaceOf(block: Block, index: number): HarmonySurface {
  if (block.type === "toolCall") return { kind: "tool_arg", index };
  return { kind: block.type === "text" ? "assistant_text" : "assistant_thinking", index };
}

const OVERLAP = 16;
/** Signs of a leak come within this many characters after a marker. */
const SIGN_REACH = 120;

/** Watches a response while it streams. */
export class LeakWatch {
  #block = -1;
  #tail = "";
  /** Characters still to come in which a marker seen before may turn out to be a leak. */
  #alertFor = 0;

  /** A delta was added to a block of `message`. */
  observe(message: AssistantMessage, index: number, delta: string): HarmonyDetection | undefined {
    if (index !== this.#block) {
      this.#block = index;
      this.#tail = "";
      this.#alertFor = 0;
    }
    const window = this.#tail + delta;
    this.#tail = window.slice(-OVERLAP);
    if (MAYBE_LEAK.test(window)) this.#alertFor = SIGN_REACH;
    if (this.#alertFor <= 0) return undefined;
    this.#alertFor -= delta.length;
    const block = message.content[index];
    return block === undefined ? undefined : detectInBlock(block, index);
  }
}
