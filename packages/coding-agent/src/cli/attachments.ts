// Files that were attached as `@path`: text goes into the message with its path, pictures go beside it.
// Anything else is refused before a session begins.
import type { ImageContent } from "@oh-my-pi/pi-ai/message";
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { UserError } from "../platform/exit-codes.ts";

export interface Attachments {
  readonly texts: readonly string[];
  readonly images: readonly ImageContent[];
}

const MAX_TEXT_BYTES = 1 << 20;
const MAX_IMAGE_BYTES = 20 << 20;

/** The first bytes of pictures that models can see. */
const PICTURES: readonly (readonly [mimeType: string, begins: RegExp])[] = [
  ["image/png", /^\x89PNG\r\n\x1a\n/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF....WEBP/s],
];

/** Reads the files, in the order given. */
export function readAttachments(paths: readonly string[], cwd: string): Attachments {
  const texts: string[] = [];
  const images: ImageContent[] = [];
  for (const path of paths) {
    const bytes = readBytes(path, resolve(cwd, path));
    const mimeType = pictureType(bytes);
    if (mimeType === undefined) texts.push(textOf(path, bytes));
    else images.push({ type: "image", data: bytes.toString("base64"), mimeType });
  }
  return { texts, images };
}

function readBytes(path: string, absolute: string): Buffer {
  const stats = statSync(absolute, { throwIfNoEntry: false });
  if (stats === undefined) throw new UserError(`@${path}: there is no such file.`);
  if (stats.isDirectory())
    throw new UserError(`@${path} is a directory; attach files, or name it in your message.`);
  if (!stats.isFile()) throw new UserError(`@${path} is not a regular file.`);
  if (stats.size > MAX_IMAGE_BYTES) throw tooLarge(path, stats.size);
  try {
    return readFileSync(absolute);
  } catch (error) {
    throw new UserError(`@${path} cannot be read: ${(error as Error).message}`);
  }
}

function pictureType(bytes: Buffer): string | undefined {
  const head = bytes.toString("latin1", 0, 16);
  return PICTURES.find(([, begins]) => begins.test(head))?.[0];
}

function textOf(path: string, bytes: Buffer): string {
  if (bytes.length > MAX_TEXT_BYTES) throw tooLarge(path, bytes.length);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8: said below like any other binary file.
    text = "\0";
  }
  if (text.includes("\0"))
    throw new UserError(`@${path} is neither text nor a picture (PNG, JPEG, GIF, WebP).`);
  return `<file path=${JSON.stringify(path)}>\n${text}${text.endsWith("\n") ? "" : "\n"}</file>`;
}

function tooLarge(path: string, bytes: number): UserError {
  const megabytes = (bytes / (1 << 20)).toFixed(1);
  return new UserError(
    `@${path} is too large to attach (${megabytes} MB; text up to 1 MB, pictures up to 20 MB). Name the path in your message instead.`,
  );
}
