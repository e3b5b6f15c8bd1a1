// Turns documents into text by their type; each format's reader is loaded when it is first needed.

const TYPES = [".pdf", ".docx", ".pptx", ".xlsx", ".epub", ".rtf", ".doc", ".ppt", ".xls"] as const;
export type DocumentType = (typeof TYPES)[number];

export type ExtractedDocument =
  { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string };

const MEDIA_TYPES: Readonly<Record<string, DocumentType>> = {
  "application/pdf": ".pdf",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
  "application/vnd.openxmlformats-officedocument.presentationml.presentation": ".pptx",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
  "application/epub+zip": ".epub",
  "application/rtf": ".rtf",
};

/** The type of a document by its name or its media type. */
export function documentType(of: {
  path?: string;
  contentType?: string;
}): DocumentType | undefined {
  const name = of.path?.toLowerCase() ?? "";
  return TYPES.find((type) => name.endsWith(type)) ?? MEDIA_TYPES[of.contentType ?? ""];
}

/** The text of a document, or why there is none. */
export async function extractDocument(
  type: DocumentType,
  bytes: Uint8Array,
): Promise<ExtractedDocument> {
  try {
    const text = (await readerOf(type))(bytes);
    const trimmed = (await text).trim();
    return trimmed === ""
      ? { ok: false, problem: "it holds no text" }
      : { ok: true, text: trimmed };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

type DocumentReader = (bytes: Uint8Array) => string | Promise<string>;

async function readerOf(type: DocumentType): Promise<DocumentReader> {
  switch (type) {
    case ".pdf":
      return (await import("./pdf.ts")).pdfText;
    case ".docx":
      return (await import("./docx.ts")).docxText;
    case ".pptx":
      return (await import("./pptx.ts")).pptxText;
    case ".xlsx":
      return (await import("./xlsx.ts")).xlsxText;
    case ".epub":
      return (await import("./epub.ts")).epubText;
    case ".rtf":
      return (await import("./rtf.ts")).rtfText;
    case ".doc":
    case ".ppt":
    case ".xls":
      return () => {
        throw new Error(`the old binary format is not supported; save it as ${type}x`);
      };
  }
}
