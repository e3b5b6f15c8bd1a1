// What a run is told first: piped text, then the first words of the command line, with attached files.
import type { UserMessage } from "@oh-my-pi/pi-ai/message";
import type { Host } from "../platform/host.ts";
import { readAttachments } from "./attachments.ts";
import type { ParsedArgs } from "./parse-args.ts";
import { type FlushingSink, readAllInput } from "./stdio.ts";

type Content = UserMessage["content"];

/** A run that waits this long for its input says so. */
const SILENCE_MS = 3000;

/** The messages in order; files belong to the first one. */
export async function initialMessages(
  { words, files }: ParsedArgs,
  host: Host,
  { isInteractive, err }: { readonly isInteractive: boolean; readonly err: FlushingSink },
): Promise<Content[]> {
  const attached = readAttachments(files, host.cwd);
  const piped = isInteractive || host.isStdinTty ? "" : await readPiped(err);
  const [first, ...rest] = words;
  const opening = [...attached.texts, piped, first].filter(Boolean).join("\n\n");
  if (attached.images.length > 0) {
    const text = opening === "" ? [] : [{ type: "text" as const, text: opening }];
    return [[...text, ...attached.images], ...rest];
  }
  return opening === "" ? rest : [opening, ...rest];
}

async function readPiped(err: FlushingSink): Promise<string> {
  const timer = setTimeout(() => {
    err.write("omp: waiting for the end of the input on stdin (use </dev/null for none).\n");
    void err.flush();
  }, SILENCE_MS);
  try {
    return (await readAllInput()).trim();
  } finally {
    clearTimeout(timer);
  }
}
