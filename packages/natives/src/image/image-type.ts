// Tells what kind of image bytes are by how they begin. Pure.

const text = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.subarray(from, to)).toString("latin1");

/** The MIME type, or undefined for anything that is no image. Names and headers are not asked: they may lie. */
export function sniffImageType(bytes: Uint8Array): string | undefined {
  const start = text(bytes, 0, 16);
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (start.startsWith("GIF87a") || start.startsWith("GIF89a")) return "image/gif";
  if (start.startsWith("RIFF") && start.slice(8, 12) === "WEBP") return "image/webp";
  if (start.startsWith("BM") && bytes.length > 26) return "image/bmp";
  if (start.startsWith("II*\0") || start.startsWith("MM\0*")) return "image/tiff";
  if (start.slice(4, 8) === "ftyp") {
    const brand = start.slice(8, 12);
    if (brand === "avif" || brand === "avis") return "image/avif";
    if (/^(?:heic|heix|hevc|mif1|msf1)$/.test(brand)) return "image/heic";
  }
  return /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i.test(
    text(bytes, 0, 1024),
  )
    ? "image/svg+xml"
    : undefined;
}
