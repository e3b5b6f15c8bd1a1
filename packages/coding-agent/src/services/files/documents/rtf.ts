// Text of RTF files: groups that hold no text (fonts, colours, pictures) are left out.

const SKIPPED_GROUPS: ReadonlySet<string> = new Set([
  "fonttbl",
  "colortbl",
  "stylesheet",
  "info",
  "pict",
  "object",
  "header",
  "footer",
  "themedata",
  "datastore",
  "latentstyles",
  "listtable",
  "listoverridetable",
  "rsidtbl",
  "generator",
  "xmlnstbl",
]);

const BREAKS: Readonly<Record<string, string>> = {
  par: "\n",
  line: "\n",
  sect: "\n\n",
  page: "\n\n",
  tab: "\t",
  cell: " | ",
  row: "\n",
  emdash: "—",
  endash: "–",
  bullet: "•",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
};

const TOKEN = /\\([a-z]+)(-?\d+)? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)|[\r\n]+/gi;

export function rtfText(bytes: Uint8Array): string {
  const source = Buffer.from(bytes).toString("latin1");
  if (!source.startsWith("{\\rtf")) throw new Error("it is not an RTF file");
  const groups: { isSkipped: boolean; fallbackLength: number }[] = [];
  const out: string[] = [];
  let group = { isSkipped: false, fallbackLength: 1 };
  let skipCharacters = 0;
  const put = (text: string): void => {
    if (!group.isSkipped) out.push(text);
  };
  for (const [, word, number, hex, symbol, brace, text] of source.matchAll(TOKEN)) {
    if (brace === "{") groups.push({ ...group });
    else if (brace === "}") group = groups.pop() ?? group;
    else if (symbol === "*") group.isSkipped = true;
    else if (symbol !== undefined) put(symbol === "~" ? " " : /[\\{}]/.test(symbol) ? symbol : "");
    else if (hex !== undefined) {
      if (skipCharacters > 0) skipCharacters--;
      else put(new TextDecoder("windows-1252").decode(new Uint8Array([Number.parseInt(hex, 16)])));
    } else if (word === "u" && number !== undefined) {
      put(String.fromCharCode((Number(number) + 65_536) % 65_536));
      skipCharacters = group.fallbackLength;
    } else if (word === "uc") group.fallbackLength = Number(number ?? 1);
    else if (word !== undefined && SKIPPED_GROUPS.has(word)) group.isSkipped = true;
    else if (word !== undefined) put(BREAKS[word] ?? "");
    else if (text !== undefined) {
      put(text.slice(skipCharacters));
      skipCharacters = Math.max(0, skipCharacters - text.length);
    }
  }
  return out.join("").replace(/\n{3,}/g, "\n\n");
}
