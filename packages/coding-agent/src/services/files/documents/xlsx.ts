// Cells of workbooks as tables, a sheet at a time.
import { descendants, openParts, textOf, type XmlNode, type ZipParts } from "./zip-parts.ts";

const MAX_ROWS = 5000;
const MAX_COLUMNS = 100;

export function xlsxText(bytes: Uint8Array): string {
  const parts = openParts(bytes);
  const strings = sharedStrings(parts);
  return sheets(parts)
    .map(({ title, file }) => {
      const root = parts.xml(file);
      const rows = root === undefined ? [] : descendants(root, "row");
      const table = rows.slice(0, MAX_ROWS).map((row) => rowCells(row, strings));
      const rest = rows.length > MAX_ROWS ? [`… ${rows.length - MAX_ROWS} more rows`] : [];
      return [`## ${title}`, [...toTable(table), ...rest].join("\n")].join("\n\n");
    })
    .join("\n\n");
}

function sheets(parts: ZipParts): { title: string; file: string }[] {
  const workbook = parts.xml("xl/workbook.xml");
  const relations = parts.xml("xl/_rels/workbook.xml.rels");
  const targets = new Map(
    (relations === undefined ? [] : descendants(relations, "Relationship")).map(
      ({ attributes }) => [attributes["Id"], attributes["Target"] ?? ""],
    ),
  );
  const named = workbook === undefined ? [] : descendants(workbook, "sheet");
  return named.map(({ attributes }, index) => {
    const target = targets.get(attributes["r:id"]) ?? `worksheets/sheet${index + 1}.xml`;
    const file = target.startsWith("/") ? target.slice(1) : `xl/${target}`;
    return { title: attributes["name"] ?? `Sheet ${index + 1}`, file };
  });
}

function sharedStrings(parts: ZipParts): string[] {
  const root = parts.xml("xl/sharedStrings.xml");
  if (root === undefined) return [];
  return descendants(root, "si").map((item) => descendants(item, "t").map(textOf).join(""));
}

function rowCells(row: XmlNode, strings: readonly string[]): string[] {
  const cells: string[] = [];
  for (const cell of descendants(row, "c")) {
    const column = columnOf(cell.attributes["r"]) ?? cells.length;
    if (column >= MAX_COLUMNS) continue;
    while (cells.length < column) cells.push("");
    cells[column] = cellText(cell, strings);
  }
  return cells;
}

function cellText(cell: XmlNode, strings: readonly string[]): string {
  const [value] = descendants(cell, "v");
  const text = value === undefined ? descendants(cell, "t").map(textOf).join("") : textOf(value);
  switch (cell.attributes["t"]) {
    case "s":
      return strings[Number(text)] ?? "";
    case "b":
      return text === "1" ? "TRUE" : "FALSE";
    default:
      return text;
  }
}

/** Column of a reference such as `AB12`, from 0. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]+)\d+$/.exec(reference ?? "")?.[1];
  if (letters === undefined) return undefined;
  return (
    letters.split("").reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1
  );
}

function toTable(rows: readonly (readonly string[])[]): string[] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width === 0) return ["(empty sheet)"];
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, index) => (cells[index] ?? "").replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(Array.from({ length: width }, () => "---")), ...body.map(line)];
}
