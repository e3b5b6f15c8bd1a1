// `local://<name>`: the scratch folder of a session, shared with its subagents and writable.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { isFile } from "../../files/is-file.ts";
import { createFile, replaceFile } from "../../files/replace-file.ts";
import { describeSystemError } from "../../files/system-error.ts";
import { fileBelow } from "../file-below.ts";
import type { InternalScheme } from "../internal-scheme.ts";
import type { InternalUrl } from "../internal-url.ts";

/** The scheme over a folder, which is made by the first write. */
export function localScheme(folder: string): InternalScheme {
  const locate = ({ name, path, href }: InternalUrl): string => {
    const below = path === "" ? name : `${name}/${path}`;
    if (below === "") throw new ToolFailure("Name a file, as in local://notes.md.");
    return fileBelow(folder, below, href);
  };
  return {
    scheme: "local",
    isMutable: true,
    locate,
    read: async (url) => {
      const file = locate(url);
      if (!isFile(file)) {
        const known = listFiles(folder).map((name) => `local://${name}`);
        throw new ToolFailure(`Not found: ${url.href}\nAvailable: ${known.join(", ") || "none"}`);
      }
      return { file, contentType: file.endsWith(".md") ? "text/markdown" : "text/plain" };
    },
    write: async (url, content) => {
      const file = locate(url);
      const bytes = new TextEncoder().encode(content);
      try {
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        if (isFile(file)) replaceFile(file, bytes);
        else createFile(file, bytes, 0o600);
      } catch (cause) {
        throw new ToolFailure(`Cannot write ${url.href}: ${describeSystemError(cause)}.`, {
          cause,
        });
      }
      return `Successfully wrote ${bytes.length} bytes to ${url.href}`;
    },
    list: async () => listFiles(folder).map((name) => ({ href: `local://${name}` })),
  };
}

const MAX_LISTED = 500;

function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
    .slice(0, MAX_LISTED);
}
