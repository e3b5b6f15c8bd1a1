// Small documents of each format, made of their real parts.
import { memorySource } from "../services/files/archive/byte-source.ts";
import { writeZipEntry } from "../services/files/archive/zip-write.ts";

/** A zip file of the given members. */
export function zip(members: Readonly<Record<string, string>>): Uint8Array {
  let bytes: Uint8Array | undefined;
  for (const [name, text] of Object.entries(members))
    bytes = writeZipEntry(bytes && memorySource(bytes), name, new TextEncoder().encode(text), 0);
  return bytes ?? new Uint8Array();
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

export const docx = zip({
  "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
  "word/document.xml": `<w:document ${W}><w:body><w:p><w:r><w:t>First &amp; last</w:t></w:r></w:p><w:p><w:r><w:t>Second</w:t></w:r></w:p></w:body></w:document>`,
});

export const xlsx = zip({
  "xl/workbook.xml": `<workbook xmlns:r="${OFFICE}"><sheets><sheet name="Sales" r:id="rId7"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId7" Target="worksheets/first.xml"/></Relationships>`,
  "xl/sharedStrings.xml": "<sst><si><t>name</t></si><si><r><t>a|</t></r><r><t>b</t></r></si></sst>",
  "xl/worksheets/first.xml":
    '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>flag</t></is></c></row><row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>3.5</v></c><c r="C2" t="b"><v>1</v></c></row></sheetData></worksheet>',
});

const slide = (text: string): string =>
  `<p:sld xmlns:p="p" xmlns:a="a"><a:p><a:r><a:t>${text}</a:t></a:r><a:r><a:t>!</a:t></a:r></a:p><a:p/></p:sld>`;
export const pptx = zip({
  "ppt/slides/slide10.xml": slide("ten"),
  "ppt/slides/slide2.xml": slide("two"),
  "ppt/notesSlides/notesSlide2.xml": slide("say it"),
});

export const epub = zip({
  "META-INF/container.xml":
    '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
  "OPS/book.opf":
    '<package><manifest><item id="b" href="b.xhtml"/><item id="a" href="text/a%20x.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
  "OPS/text/a x.xhtml":
    "<html><head><style>p{}</style></head><body><h1>One</h1><p>Hello <b>you</b></p></body></html>",
  "OPS/b.xhtml": "<html><body><ul><li>x</li><li>y</li></ul></body></html>",
});

/** One page with one line. */
export function pdf(text: string): string {
  const stream = `BT /F1 24 Tf 72 700 Td (${text}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let out = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = out.length;
    out += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  return `${out}xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${out.length}\n%%EOF`;
}
