// RSS and Atom feeds as Markdown: a heading and each entry with its link, date and words. Pure.
import { htmlToText } from "./files/documents/html-to-text.ts";

const MAX_ENTRIES = 50;

/** True for text that is a feed, whatever its type says. */
export function isFeed(text: string): boolean {
  return /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*|<\?[^>]*>\s*)*<(?:rss|feed|rdf:RDF)[\s>]/.test(
    text.slice(0, 4096),
  );
}

export async function feedText(xml: string): Promise<string> {
  const entries = [...xml.matchAll(/<(item|entry)[\s>]([\s\S]*?)<\/\1>/g)];
  const head = entries[0] === undefined ? xml : xml.slice(0, entries[0].index);
  const shown = await Promise.all(
    entries.slice(0, MAX_ENTRIES).map(async ([, , entry = ""]) => {
      const link = /<link[^>]*href="([^"]*)"/.exec(entry)?.[1] ?? (await field(entry, "link"));
      const date =
        (await field(entry, "pubDate")) ||
        (await field(entry, "updated")) ||
        (await field(entry, "dc:date"));
      const words =
        (await field(entry, "description")) ||
        (await field(entry, "summary")) ||
        (await field(entry, "content"));
      const about = [link, date].filter((part) => part !== "").join(" · ");
      return [`## ${await field(entry, "title")}`, about, words]
        .filter((part) => part !== "")
        .join("\n\n");
    }),
  );
  const left = entries.length - shown.length;
  const more = left > 0 ? [`[${left} more entries]`] : [];
  return [`# ${await field(head, "title")}`, ...shown, ...more].join("\n\n");
}

async function field(xml: string, name: string): Promise<string> {
  const inner = new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`).exec(xml)?.[1] ?? "";
  const cdata = /^\s*<!\[CDATA\[([\s\S]*?)\]\]>\s*$/.exec(inner)?.[1];
  // Without CDATA markup is escaped: once for the XML, once as what it is.
  const html = cdata ?? (await htmlToText(inner));
  return (await htmlToText(html)).trim();
}
