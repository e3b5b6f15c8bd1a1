// A picture for the next message: from the clipboard, or from a file whose path was pasted, as terminals do with files
// that are dropped on them. What is no picture stays text.
import { readFileSync, statSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { fitImage, MAX_IMAGE_BYTES } from "../../services/files/fit-image.ts";
import { imagesAutoResize, imagesBlocked } from "../../services/files/settings.ts";
import { imageType } from "../../services/files/sniff.ts";
import type { Face } from "./face.ts";

const IMAGE_NAME = /\.(?:png|jpe?g|gif|webp)$/i;

/** Attaches the picture; says so when that cannot be. */
export async function attachImage(face: Face, bytes: Uint8Array): Promise<void> {
  const { settings } = face.sessions.held;
  if (settings.get(imagesBlocked))
    return face.notice("warning", "Pictures are not sent: images.blockImages is on.");
  const mimeType = imageType(bytes.subarray(0, 16));
  if (mimeType === undefined)
    return face.notice("warning", "Only PNG, JPEG, GIF and WEBP can be attached.");
  const image = await fitImage(
    bytes,
    mimeType,
    settings.get(imagesAutoResize) ? undefined : "as-is",
  );
  if (typeof image === "string")
    return face.notice("warning", `The picture is not attached: ${image}.`);
  const { provider, id, input } = face.sessions.current.model;
  if (!input.includes("image"))
    face.notice("warning", `${provider}/${id} cannot look at pictures; /model chooses another.`);
  face.dispatch({ type: "attached", image: { bytes: image.bytes, mimeType: image.mimeType } });
}

/** Attaches the file whose path was pasted; false when the text is something else. */
export function attachPasted(face: Face, pasted: string): boolean {
  const file = pathIn(pasted.trim(), face);
  if (file === undefined) return false;
  try {
    const stats = statSync(file);
    if (!stats.isFile() || stats.size > MAX_IMAGE_BYTES) return false;
    const bytes = readFileSync(file);
    if (imageType(bytes.subarray(0, 16)) === undefined) return false;
    void attachImage(face, bytes);
    return true;
  } catch {
    // No such file, or none that can be read: a text like any other.
    return false;
  }
}

/** A path as shells and terminals write one: quoted, with backslashes, or as an address. */
function pathIn(text: string, { sessions, machine }: Face): string | undefined {
  if (text.includes("\n")) return undefined;
  const [, , quoted] = /^(['"])(.*)\1$/.exec(text) ?? [];
  const plain = quoted ?? (text.startsWith("file://") ? fileURLToPath(text) : unescaped(text));
  if (!IMAGE_NAME.test(plain)) return undefined;
  const { home } = machine.host;
  if (plain.startsWith("~/") && home !== undefined) return join(home, plain.slice(2));
  return isAbsolute(plain) ? plain : resolve(sessions.current.log.header.cwd, plain);
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, "$1");
}
