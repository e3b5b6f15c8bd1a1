// Which files a conversation read and changed, and how that is written into a summary. The lists are
// facts taken from tool calls, never from what a model says about them.
import type { ToolCall } from "@oh-my-pi/pi-ai/message";
import { type AgentMessage, toolCallsOf } from "../loop/message.ts";
import type { FileTouches } from "../tool/tool.ts";

/** Files by what happened to them. */
export interface FileOperations {
  readonly read: ReadonlySet<string>;
  readonly written: ReadonlySet<string>;
  readonly edited: ReadonlySet<string>;
}

/** A file is in one list only: what was changed counts as changed. */
export interface FileLists {
  readonly readFiles: readonly string[];
  readonly modifiedFiles: readonly string[];
}

/** Tells what a call does to files, or nothing. */
export type TouchesOf = (call: ToolCall) => FileTouches | undefined;

const KIND_BY_TOOL: Readonly<Record<string, keyof FileTouches>> = {
  read: "read",
  write: "written",
  edit: "edited",
};
const EDIT_HEADER = /^¶(.+?)(?:#[0-9a-f]+)?$/gmu;

/** For tools that declare nothing: `path` of the three that have always had one. */
export const touchesByName: TouchesOf = ({ name, arguments: { path, input } }) => {
  const kind = Object.hasOwn(KIND_BY_TOOL, name) ? KIND_BY_TOOL[name] : undefined;
  if (kind === undefined) return undefined;
  const named = typeof path === "string" && path !== "" ? [path] : [];
  const headed =
    typeof input === "string" ? Array.from(input.matchAll(EDIT_HEADER), ([, file]) => file!) : [];
  return { [kind]: [...named, ...headed] };
};

/** Collects over messages, on top of lists known from before. */
export function collectFileOperations(
  messages: readonly AgentMessage[],
  touchesOf: TouchesOf = touchesByName,
  known: Partial<FileLists> = {},
): FileOperations {
  const read = new Set(known.readFiles);
  const written = new Set<string>();
  const edited = new Set(known.modifiedFiles);
  for (const message of messages) {
    if (message.role !== "assistant") continue;
    for (const call of toolCallsOf(message)) {
      const touched = touchesOf(call) ?? {};
      for (const path of touched.read ?? []) read.add(path);
      for (const path of touched.written ?? []) written.add(path);
      for (const path of touched.edited ?? []) edited.add(path);
    }
  }
  return { read, written, edited };
}

/** The two lists, sorted. */
export function toFileLists({ read, written, edited }: FileOperations): FileLists {
  const modified = new Set([...written, ...edited]);
  return {
    readFiles: [...read].filter((path) => !modified.has(path)).sort(),
    modifiedFiles: [...modified].sort(),
  };
}

/** The lists as tags; an empty list has none. */
export function formatFileLists({ readFiles, modifiedFiles }: FileLists): string {
  return tag("read-files", readFiles) + tag("modified-files", modifiedFiles);
}

/** A text with these lists at its end, in place of any it had there. */
export function upsertFileLists(text: string, lists: FileLists): string {
  const bare = text.replace(/<(read|modified)-files>\n[\s\S]*?\n<\/\1-files>/g, "").trimEnd();
  const tags = formatFileLists(lists);
  if (tags === "") return bare;
  return bare === "" ? tags : `${bare}\n\n${tags}`;
}

function tag(name: string, paths: readonly string[]): string {
  return paths.length === 0 ? "" : `<${name}>\n${paths.join("\n")}\n</${name}>`;
}
