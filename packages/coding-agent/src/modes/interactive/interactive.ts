// The terminal as a face of omp: finds out what the terminal can do, then talks until the user leaves.
import { detectCapabilities } from "@oh-my-pi/pi-tui/capabilities";
import { loadMarkdownLexer } from "@oh-my-pi/pi-tui/markdown-lexer";
import type { ExitName } from "../../platform/exit-codes.ts";
import type { FaceOptions } from "./face-options.ts";
import { createKeys } from "./keys.ts";
import { createLooks } from "./looks.ts";
import { TerminalFace } from "./terminal-face.ts";

/** What the face needs beside what it makes itself. */
export interface InteractiveOptions extends Omit<FaceOptions, "resize" | "kit" | "keys"> {
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Talks until the user leaves. */
export async function runInteractive(options: InteractiveOptions): Promise<ExitName> {
  const capabilities = detectCapabilities(options.env);
  const kit = {
    looks: createLooks(capabilities),
    lexer: await loadMarkdownLexer(),
    hasHyperlinks: capabilities.hyperlinks,
  };
  const keys = createKeys();
  await new TerminalFace({ ...options, kit, keys, resize: capabilities.resize }).run();
  return "ok";
}
