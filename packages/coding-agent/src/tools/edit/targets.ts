// Which files an edit names, read from its arguments alone. For approval and display; the engines decide
// by their own parsers. Pure.
import { parseHashlineHeader } from "@oh-my-pi/pi-edit/hashline/header";

/** Paths in `¶` headers, or the default path. */
export function hashlineTargets(args: { input?: string; path?: string | undefined }): string[] {
  const headers = (args.input ?? "").split("\n").filter((line) => line.startsWith("¶"));
  const named = headers.flatMap((line) => parseHashlineHeader(line)?.path ?? []);
  return unique(named.length === 0 && args.path !== undefined ? [args.path] : named);
}

/** Paths in the file headers of a patch. */
export function applyPatchTargets(args: { input?: string }): string[] {
  const headers = /^\*\*\* (?:(?:Add|Delete|Update) File|Move to): (.+)$/gmu;
  return unique([...(args.input ?? "").matchAll(headers)].map((match) => (match[1] ?? "").trim()));
}

/** The path of a call on one file, and where it goes. */
export function fileTargets(args: {
  path?: string;
  edits?: readonly { readonly rename?: string | undefined }[];
}): string[] {
  const renamed = (args.edits ?? []).flatMap((edit) => edit?.rename ?? []);
  return unique(args.path === undefined ? renamed : [args.path, ...renamed]);
}

function unique(paths: readonly string[]): string[] {
  return [...new Set(paths)];
}
