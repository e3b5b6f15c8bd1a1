// The system prompt that a session was begun with, so that a resumed session sends the same one, and what the
// model has been told since about the files it was made from.
import type { Fold } from "./fold.ts";

/** `customType` of the entry that holds the prompt. */
export const PROMPT_TYPE = "omp.prompt";
/** `customType` of the message that tells of changed files; its details say which are known now. */
export const CONTEXT_FILES_TYPE = "context-files";

/** Hash of each file's text, by path. */
export type FileHashes = Readonly<Record<string, string>>;

export interface SavedPrompt {
  /** What the prompt was made for; another key asks for another prompt. */
  readonly key: string;
  readonly segments: readonly string[];
  /** The context files as the model knows them. */
  readonly files: FileHashes;
}

/** The last prompt wins; messages about files go on from it. */
export const savedPrompt: Fold<SavedPrompt | undefined> = {
  initial: undefined,
  step(saved, entry) {
    if (entry.type === "custom" && entry.customType === PROMPT_TYPE)
      return isSavedPrompt(entry.data) ? entry.data : saved;
    if (entry.type !== "custom_message" || entry.customType !== CONTEXT_FILES_TYPE) return saved;
    const files = (entry.details as { files?: unknown } | undefined)?.files;
    return saved !== undefined && isHashes(files) ? { ...saved, files } : saved;
  },
};

/** True for what `PROMPT_TYPE` entries hold. */
export function isSavedPrompt(value: unknown): value is SavedPrompt {
  if (typeof value !== "object" || value === null) return false;
  const { key, segments, files } = value as Partial<Record<keyof SavedPrompt, unknown>>;
  if (typeof key !== "string" || !Array.isArray(segments)) return false;
  return segments.every((segment) => typeof segment === "string") && isHashes(files);
}

function isHashes(value: unknown): value is FileHashes {
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).every((hash) => typeof hash === "string");
}
