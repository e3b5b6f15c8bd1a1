// `memory://root[/…]`: what was learned in earlier sessions of this project.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { isFile } from "../../files/is-file.ts";
import { fileBelow } from "../file-below.ts";
import type { InternalScheme } from "../internal-scheme.ts";

const SUMMARY = "memory_summary.md";

/** The scheme over the project's memory folder; without one nothing was learned yet. */
export function memoryScheme(folder: string | undefined): InternalScheme {
  return {
    scheme: "memory",
    isMutable: false,
    read: async ({ name, path, href }) => {
      if (name !== "root")
        throw new ToolFailure(`Unknown memory namespace: ${name}\nAvailable: root`);
      if (folder === undefined) throw new ToolFailure("No memory is available in this session.");
      const file = fileBelow(folder, path === "" ? SUMMARY : path, href);
      if (!isFile(file)) throw new ToolFailure(`No memory is kept at ${href}.`);
      return { file, contentType: "text/markdown" };
    },
  };
}
