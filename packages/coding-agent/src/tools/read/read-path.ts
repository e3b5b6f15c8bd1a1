// Reads a path that exists by what it is: a directory, an image, a document or text.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import type { Stats } from "node:fs";
import { readFile } from "node:fs/promises";
import { documentType } from "../../services/files/documents/extract-document.ts";
import { formatSize } from "../../services/files/file-size.ts";
import { MAX_IMAGE_BYTES } from "../../services/files/fit-image.ts";
import type { LineSelector } from "../../services/files/line-selector.ts";
import { readDirectory } from "./read-directory.ts";
import { readTextFile } from "./read-file.ts";
import { isImageName, readImage } from "./read-image.ts";
import { type ReadContext, type ReadResult, sourceMeta } from "./read-result.ts";

export async function readPath(
  name: string,
  stats: Stats,
  selector: LineSelector | undefined,
  context: ReadContext,
): Promise<ReadResult> {
  const { workspace } = context.needs;
  const absolute = workspace.resolve(name);
  const shown = workspace.display(absolute);
  const { size } = stats;
  if (stats.isDirectory()) return readDirectory(absolute, Date.now());
  if (!stats.isFile()) throw new ToolFailure(`Cannot read '${shown}': it is not a regular file.`);
  if (isImageName(absolute) && !selector?.isRaw) {
    if (size > MAX_IMAGE_BYTES)
      throw new ToolFailure(
        `Image file too large: ${formatSize(size)}, at most ${formatSize(MAX_IMAGE_BYTES)}.`,
      );
    return readImage(await readFile(absolute), shown, sourceMeta("path", absolute), context);
  }
  const type = selector?.isRaw ? undefined : documentType({ path: absolute });
  if (type !== undefined) {
    const { readDocument } = await import("./read-document.ts");
    return readDocument(type, { absolute, size }, selector, context);
  }
  return readTextFile({ absolute, shown, size, isMutable: true }, selector, context);
}
