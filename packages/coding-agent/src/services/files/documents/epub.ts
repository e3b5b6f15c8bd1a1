// Text of electronic books, chapter by chapter in reading order.
import { posix } from "node:path";
import { htmlToText } from "./html-to-text.ts";
import { descendants, openParts, type ZipParts } from "./zip-parts.ts";

export async function epubText(bytes: Uint8Array): Promise<string> {
  const parts = openParts(bytes);
  const chapters: string[] = [];
  for (const name of spine(parts)) {
    const text = await htmlToText(parts.text(name) ?? "");
    if (text !== "") chapters.push(text);
  }
  return chapters.join("\n\n---\n\n");
}

function spine(parts: ZipParts): string[] {
  const container = parts.xml("META-INF/container.xml");
  const [rootFile] = container === undefined ? [] : descendants(container, "rootfile");
  const packageName = rootFile?.attributes["full-path"];
  const book = packageName === undefined ? undefined : parts.xml(packageName);
  if (packageName === undefined || book === undefined)
    throw new Error("it has no table of its parts");
  const files = new Map(
    descendants(book, "item").map(({ attributes }) => [attributes["id"], attributes["href"] ?? ""]),
  );
  return descendants(book, "itemref").flatMap(({ attributes }) => {
    const href = files.get(attributes["idref"]);
    return href === undefined
      ? []
      : [posix.join(posix.dirname(packageName), decodeURIComponent(href))];
  });
}
