// Text of slides, in their order, with speakers' notes.
import { descendants, openParts, partNumber, textOf, type ZipParts } from "./zip-parts.ts";

export function pptxText(bytes: Uint8Array): string {
  const parts = openParts(bytes);
  const slides = parts.names
    .filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name))
    .sort((a, b) => partNumber(a) - partNumber(b));
  return slides
    .map((name, index) => {
      const notes = paragraphs(parts, `ppt/notesSlides/notesSlide${partNumber(name)}.xml`);
      const body = [`## Slide ${index + 1}`, paragraphs(parts, name)];
      return [...body, ...(notes === "" ? [] : [`Notes: ${notes}`])].join("\n\n");
    })
    .join("\n\n");
}

function paragraphs(parts: ZipParts, name: string): string {
  const root = parts.xml(name);
  if (root === undefined) return "";
  return descendants(root, "p")
    .map((paragraph) => descendants(paragraph, "t").map(textOf).join(""))
    .filter((text) => text.trim() !== "")
    .join("\n");
}
