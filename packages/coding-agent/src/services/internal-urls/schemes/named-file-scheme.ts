// `skill://` and `rule://`: texts that were discovered under a name, with the files beside them.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { isFile } from "../../files/is-file.ts";
import { fileBelow } from "../file-below.ts";
import type { InternalScheme } from "../internal-scheme.ts";

/** Something with a name and a file; `folder` holds what belongs to it, where anything does. */
export interface NamedFile {
  readonly name: string;
  readonly file: string;
  readonly folder?: string;
  readonly about?: string;
}

/** Gives what is known at the moment of the call. */
export type NamedFiles = () => readonly NamedFile[];

/** A read-only scheme over named files; `what` is the word for one of them. */
export function namedFileScheme(scheme: string, what: string, files: NamedFiles): InternalScheme {
  return {
    scheme,
    isMutable: false,
    read: async ({ name, path, href }) => {
      const known = files();
      const found = known.find((file) => file.name === name);
      if (found === undefined) {
        const available = known.map((file) => file.name).join(", ") || "none";
        throw new ToolFailure(`Unknown ${what}: ${name}\nAvailable: ${available}`);
      }
      const file = path === "" ? found.file : fileOf(found, path, href);
      if (!isFile(file)) throw new ToolFailure(`File not found: ${href}`);
      return { file, contentType: file.endsWith(".md") ? "text/markdown" : "text/plain" };
    },
    list: async () =>
      files().map(({ name, about }) => ({
        href: `${scheme}://${name}`,
        ...(about !== undefined && { about }),
      })),
  };
}

function fileOf({ name, folder }: NamedFile, path: string, href: string): string {
  if (folder === undefined)
    throw new ToolFailure(`'${name}' has no files of its own; got ${href}.`);
  return fileBelow(folder, path, href);
}
