// Puts files in place of internal addresses (`artifact://3`, `local://notes.md`) in the text of a command.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { InternalUrls } from "../../services/internal-urls/internal-urls.ts";

const ADDRESS = /(?<quote>["']?)(?<href>\b[a-z][a-z0-9+.-]*:\/\/[^\s"'`;|&<>(){}$\\*]+)\k<quote>/g;
const SAFE_PATH = /^[A-Za-z0-9_./@%+,:=-]+$/;

/** The text with paths instead of addresses, quoted where a shell reads it. */
export async function expandUrls(
  text: string,
  urls: InternalUrls,
  { isShell }: { readonly isShell: boolean },
  signal: AbortSignal,
): Promise<string> {
  if (!text.includes("://")) return text;
  const parts: string[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const href = match.groups?.["href"] ?? "";
    if (!urls.has(href)) continue;
    const path = await fileOf(href, urls, signal);
    parts.push(text.slice(end, match.index), isShell ? shellWord(path) : path);
    end = match.index + match[0].length;
  }
  return parts.join("") + text.slice(end);
}

/** The file behind an address; the folder of one that can be written is made. */
async function fileOf(href: string, urls: InternalUrls, signal: AbortSignal): Promise<string> {
  const writable = locate(href, urls);
  if (writable !== undefined) {
    mkdirSync(dirname(writable), { recursive: true, mode: 0o700 });
    return writable;
  }
  const { file } = await urls.read(href, signal);
  if (file !== undefined) return file;
  throw new ToolFailure(`${href} is not a file; read it with the read tool.`);
}

function locate(href: string, urls: InternalUrls): string | undefined {
  try {
    return urls.locate(href);
  } catch (error) {
    if (error instanceof ToolFailure) return undefined; // It can only be read.
    throw error;
  }
}

function shellWord(path: string): string {
  return SAFE_PATH.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
