// Runs a call of `inspect_image`: checks the file, makes it small enough, asks.
import type { ToolContext } from "@oh-my-pi/pi-agent-core/tool";
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { FileOptions } from "../../services/files/file-options.ts";
import { formatSize } from "../../services/files/file-size.ts";
import { fitImage, MAX_IMAGE_BYTES } from "../../services/files/fit-image.ts";
import { imageType } from "../../services/files/sniff.ts";
import { describeSystemError } from "../../services/files/system-error.ts";
import type { Vision } from "../../services/vision.ts";
import type { Workspace } from "../../services/workspace.ts";
import type { InspectImageArguments } from "./parameters.ts";

interface InspectNeeds {
  readonly vision: Vision;
  readonly workspace: Workspace;
  readonly options: FileOptions;
}

export async function run(
  { needs, signal }: ToolContext<InspectNeeds>,
  { path, question }: InspectImageArguments,
): Promise<{ content: string; details: object }> {
  const { isBlocked, isResized } = needs.options.read.images;
  if (isBlocked)
    throw new ToolFailure(
      "Image submission is disabled by settings (images.blockImages=true). Disable it to use inspect_image.",
    );
  const model = needs.vision.model();
  const imagePath = needs.workspace.resolve(path);
  const bytes = await readImageFile(imagePath, path);
  const type = imageType(bytes.subarray(0, 16));
  if (type === undefined)
    throw new ToolFailure(
      "inspect_image only supports PNG, JPEG, GIF, and WEBP files detected by file content.",
    );
  const image = await fitImage(bytes, type, isResized ? undefined : "as-is");
  if (typeof image === "string") throw new ToolFailure(`Cannot inspect image '${path}': ${image}.`);
  const { mimeType } = image;
  const data = Buffer.from(image.bytes).toString("base64");
  const content = await needs.vision.ask({ question, data, mimeType }, signal);
  return { content, details: { model, imagePath, mimeType } };
}

async function readImageFile(absolute: string, path: string): Promise<Uint8Array> {
  const stats = statSync(absolute, { throwIfNoEntry: false });
  if (stats === undefined) throw new ToolFailure(`Path '${path}' not found`);
  if (!stats.isFile()) throw new ToolFailure(`Cannot inspect '${path}': it is not a regular file.`);
  if (stats.size > MAX_IMAGE_BYTES)
    throw new ToolFailure(
      `Image file too large: ${formatSize(stats.size)}, at most ${formatSize(MAX_IMAGE_BYTES)}.`,
    );
  try {
    return await readFile(absolute);
  } catch (error) {
    throw new ToolFailure(`Cannot read '${path}': ${describeSystemError(error)}.`, {
      cause: error,
    });
  }
}
