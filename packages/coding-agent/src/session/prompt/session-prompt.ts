// The system prompt of one session: made once, kept in the log, the same after a resume. Files that changed in
// between are told of in a message, so that what providers have cached stays of use.
import type { Conversation } from "../conversation.ts";
import type { Feature, FeaturePort } from "../feature.ts";
import { type ContextFile, instructionBlock } from "../../prompts/system-prompt.ts";
import { CONTEXT_FILES_TYPE, type FileHashes, PROMPT_TYPE } from "../state/saved-prompt.ts";

/** A prompt as it would be made now. */
export interface PromptDraft {
  readonly segments: readonly string[];
  /** What was asked for besides the files, such as another wording; a saved prompt of another key is not used. */
  readonly key?: string;
  readonly files?: readonly ContextFile[];
}

/** Decides on the prompt and keeps the model informed of its files. */
export class SessionPrompt implements Feature {
  readonly name = "prompt";
  readonly segments: readonly string[];
  readonly #key: string;
  readonly #files: readonly ContextFile[];
  readonly #known: FileHashes;

  constructor(conversation: Conversation, { segments, key = "", files = [] }: PromptDraft) {
    const { prompt } = conversation.state;
    const isKept = prompt?.key === key;
    this.segments = isKept ? prompt.segments : segments;
    this.#key = key;
    this.#files = files;
    this.#known = isKept ? prompt.files : hashesOf(files);
    if (!isKept) conversation.append(this.#entry());
  }

  beforePrompt(port: FeaturePort): void {
    // A new root of the tree does not have it above itself.
    if (port.state.decided.prompt === undefined) port.append(this.#entry());
    const text = changeText(port.state.decided.prompt?.files ?? {}, this.#files);
    if (text === undefined) return;
    port.append({
      type: "custom_message",
      customType: CONTEXT_FILES_TYPE,
      content: text,
      display: false,
      details: { files: hashesOf(this.#files) },
      attribution: "agent",
    });
  }

  #entry() {
    const data = { key: this.#key, segments: this.segments, files: this.#known };
    return { type: "custom" as const, customType: PROMPT_TYPE, data };
  }
}

function hashesOf(files: readonly ContextFile[]): FileHashes {
  return Object.fromEntries(files.map(({ path, text }) => [path, Bun.hash(text).toString(36)]));
}

/** What the model must hear; undefined when it knows everything as it is. */
function changeText(known: FileHashes, files: readonly ContextFile[]): string | undefined {
  const now = hashesOf(files);
  const changed = files.filter(({ path }) => known[path] !== now[path]);
  const gone = Object.keys(known).filter((path) => now[path] === undefined);
  if (changed.length + gone.length === 0) return undefined;
  return [
    "The standing instructions are not the same any more as at the beginning of this conversation.",
    ...(changed.length > 0 ? ["These hold now:", ...changed.map(instructionBlock)] : []),
    ...gone.map((path) => `Those from ${path} no longer hold: the file is gone.`),
  ].join("\n");
}
