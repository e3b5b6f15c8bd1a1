// How an entry looks on disk: images go to the blob store, huge strings are cut with a notice, fields
// that only matter while streaming are dropped. `fromPersisted` brings images back.
import { type BlobStore, isBlobReference } from "./blob-store.ts";

/** Longest string that a session file holds, in characters. */
export const MAX_PERSISTED_CHARS = 500_000;
const CUT_NOTICE = "[Session persistence truncated large content]";
/** What a line holds that is read otherwise than it stands there. */
const MARKS = ["blob:", '"partialJson"', '"jsonlEvents"'];
const MIN_BLOB_CHARS = 1024;
const TRANSIENT = new Set(["partialJson", "jsonlEvents"]);
/** Opaque tokens are worthless when cut, so an oversized one is emptied. */
const SIGNATURES = new Set(["thinkingSignature", "thoughtSignature", "textSignature"]);

/** The form of a value that is written; the value itself is not changed. */
export function toPersisted(value: unknown, blobs: BlobStore): unknown {
  return walk(value, "", (text, key, owner) => {
    if (key === "data" && owner["type"] === "image" && isLargeBase64(text)) {
      return blobs.put(Buffer.from(text, "base64"));
    }
    if (key === "image_url" && /^data:image\/[^,]*;base64,/.test(text))
      return blobs.put(Buffer.from(text, "utf8"));
    if (text.length <= MAX_PERSISTED_CHARS) return text;
    return SIGNATURES.has(key)
      ? ""
      : text.slice(0, MAX_PERSISTED_CHARS - CUT_NOTICE.length) + CUT_NOTICE;
  });
}

/** The form of a value that was read; `onMissing` hears of blobs that are gone. */
export function fromPersisted(
  value: unknown,
  blobs: BlobStore,
  onMissing: (reference: string) => void,
): unknown {
  return walk(value, "", (text, key, owner) => {
    const isImage = key === "data" && owner["type"] === "image";
    if ((!isImage && key !== "image_url") || !isBlobReference(text)) return text;
    const bytes = blobs.get(text);
    if (bytes === undefined) onMissing(text);
    return bytes === undefined ? text : bytes.toString(isImage ? "base64" : "utf8");
  });
}

/** False for a line in which `fromPersisted` would find nothing to do; most are. */
export function hasPersistedForm(line: Buffer): boolean {
  return MARKS.some((mark) => line.includes(mark));
}

type Owner = Readonly<Record<string, unknown>>;
type Rewrite = (text: string, key: string, owner: Owner) => string;

/** Rewrites strings; objects and arrays in which nothing changed are shared, not copied. */
function walk(value: unknown, key: string, rewrite: Rewrite, owner: Owner = {}): unknown {
  if (typeof value === "string") return rewrite(value, key, owner);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => walk(item, key, rewrite));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  return walkObject(value as Record<string, unknown>, rewrite);
}

function walkObject(value: Record<string, unknown>, rewrite: Rewrite): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined;
  for (const [key, field] of Object.entries(value)) {
    if (TRANSIENT.has(key)) {
      copy ??= { ...value };
      delete copy[key];
      continue;
    }
    const rewritten = walk(field, key, rewrite, value);
    if (rewritten === field) continue;
    copy ??= { ...value };
    copy[key] = rewritten;
    if (
      key === "content" &&
      typeof rewritten === "string" &&
      typeof value["lineCount"] === "number"
    ) {
      copy["lineCount"] = rewritten.split("\n").length;
    }
  }
  return copy ?? value;
}

function isLargeBase64(text: string): boolean {
  return text.length >= MIN_BLOB_CHARS && !isBlobReference(text);
}
