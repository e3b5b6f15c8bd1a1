// The XML parts of a document that is a zip file.
import type { Archive } from "../archive/archive.ts";
import { memorySource } from "../archive/byte-source.ts";
import { openZip } from "../archive/zip-archive.ts";

export type XmlNode = Bun.XML.Node;

/** Opens the container. */
export function openParts(bytes: Uint8Array): ZipParts {
  return new ZipParts(openZip(memorySource(bytes)));
}

export class ZipParts {
  readonly #archive: Archive;

  constructor(archive: Archive) {
    this.#archive = archive;
  }

  get names(): string[] {
    return this.#archive.entries.map((entry) => entry.path);
  }

  /** The text of a part; undefined when there is none. */
  text(name: string): string | undefined {
    const entry = this.#archive.entries.find(({ path }) => path === name);
    return entry === undefined ? undefined : new TextDecoder().decode(this.#archive.read(entry));
  }

  /** The root element of a part; undefined when there is none. */
  xml(name: string): XmlNode | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : Bun.XML.parse(text, { compact: false });
  }
}

/** Every element of a name below a node, in document order; prefixes do not count. */
export function descendants(node: XmlNode, name: string): XmlNode[] {
  return childNodes(node).flatMap((child) => [
    ...(localName(child) === name ? [child] : []),
    ...descendants(child, name),
  ]);
}

/** The text of a node and all below it. */
export function textOf(node: XmlNode): string {
  return node.children
    .map((child) => (typeof child === "string" ? child : "name" in child ? textOf(child) : ""))
    .join("");
}

function childNodes(node: XmlNode): XmlNode[] {
  return node.children.filter(
    (child): child is XmlNode => typeof child === "object" && "name" in child,
  );
}

function localName({ name }: XmlNode): string {
  return name.slice(name.indexOf(":") + 1);
}

/** The number in a part's name, for order. */
export function partNumber(name: string): number {
  return Number(/(\d+)\.\w+$/.exec(name)?.[1] ?? 0);
}
