// Files as the editor around omp has them, saved or not. Without an editor there is only the disk.
import { isUtf8 } from "node:buffer";

/** The files that an editor answers for. */
export interface OpenBuffers {
  /** The text as the editor has it; undefined where the disk is to be read. */
  read?(path: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Has the editor write; false where that is left to the caller. */
  write?(path: string, text: string): Promise<boolean>;
}

/** What the editor has in place of the bytes on disk; only text is the editor's business. */
export async function bytesInEditor(
  buffers: OpenBuffers | undefined,
  path: string,
  saved: Uint8Array,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  if (buffers?.read === undefined || !isUtf8(saved)) return saved;
  const text = await buffers.read(path, signal);
  return text === undefined ? saved : new TextEncoder().encode(text);
}

/** Has the editor write bytes that are text; false where the caller must write them. */
export async function writeInEditor(
  buffers: OpenBuffers | undefined,
  path: string,
  bytes: Uint8Array,
): Promise<boolean> {
  if (buffers?.write === undefined || !isUtf8(bytes)) return false;
  return buffers.write(path, new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes));
}
