// Text of PDF files, page by page.

/** The library writes warnings to the console otherwise. */
const SILENT = 0;

/** The text of all pages, each under its number when there are several. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const { extractText, getDocumentProxy } = await import("unpdf");
  const document = await getDocumentProxy(new Uint8Array(bytes), { verbosity: SILENT });
  try {
    const { text } = await extractText(document, { mergePages: false });
    if (text.length === 1) return text[0] ?? "";
    return text.map((page, index) => `## Page ${index + 1}\n\n${page.trim()}`).join("\n\n");
  } finally {
    await document.loadingTask.destroy();
  }
}
