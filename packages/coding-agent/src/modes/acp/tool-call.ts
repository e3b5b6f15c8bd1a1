// A tool call as an editor knows it: kind, title, places and content. What a tool shows is the tool's own view.
import type {
  ToolCall as AcpToolCall,
  ToolCallContent,
  ToolCallLocation,
  ToolKind,
} from "@agentclientprotocol/sdk";
import type { ViewedResult } from "@oh-my-pi/pi-agent-core/view";
import { readFileSync, statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { splitSelector } from "../../services/files/line-selector.ts";
import { classifyPath } from "../../services/files/path-kind.ts";
import type { Session } from "../../session/session.ts";
import { viewContent } from "./view-content.ts";

/** A call as the model made it. */
export interface MadeCall {
  readonly id: string;
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly intent?: string | undefined;
}

/** What editors show a symbol for; tools that are not named here are of another kind. */
const KINDS: Readonly<Record<string, ToolKind>> = {
  read: "read",
  inspect_image: "read",
  write: "edit",
  edit: "edit",
  ast_edit: "edit",
  resolve: "edit",
  find: "search",
  search: "search",
  ast_grep: "search",
  search_tool_bm25: "search",
  web_search: "fetch",
  bash: "execute",
  recipe: "execute",
  eval: "execute",
  calc: "think",
  todo_write: "think",
};

type CallView = Pick<AcpToolCall, "title" | "kind" | "locations" | "rawInput" | "content">;

/** Gives the text of a file before a call; null where it is new or not known. */
export type TextBefore = (path: string) => string | null;

/** A call before it has run. */
export function describeCall(session: Session, call: MadeCall, before: TextBefore): CallView {
  const { name, args, intent } = call;
  const view = session.viewTool(name, args);
  const title = [name, view?.title ?? intent ?? ""].filter(Boolean).join(" ");
  return {
    title: title.split("\n", 1)[0]?.slice(0, MAX_TITLE) ?? name,
    kind: kindOf(call),
    locations: locationsOf(session, call),
    rawInput: args,
    content: proposedContent(session, call, before),
  };
}

const MAX_TITLE = 200;

/** What a call gave so far or in the end. */
export function resultContent(
  session: Session,
  call: MadeCall,
  result: ViewedResult,
): ToolCallContent[] {
  return viewContent(session.viewTool(call.name, call.args, result)?.blocks ?? [], (path) =>
    resolve(session.log.header.cwd, path),
  );
}

function kindOf({ name, args }: MadeCall): ToolKind {
  const path = args["path"];
  if (name in FETCHING && typeof path === "string" && classifyPath(path).kind === "web")
    return "fetch";
  return KINDS[name] ?? "other";
}

const FETCHING: Readonly<Record<string, true>> = { read: true };

function locationsOf(session: Session, { name, args }: MadeCall): ToolCallLocation[] {
  const { read = [], written = [], edited = [] } = session.touchedBy(name, args);
  return [...read, ...written, ...edited].flatMap((named) => {
    const kind = classifyPath(named);
    if (kind.kind !== "file") return [];
    const { path, sel } = splitSelector(kind.path);
    const line = Number(/^L?(\d+)/.exec(sel ?? "")?.[1]);
    const absolute = isAbsolute(path) ? path : resolve(session.log.header.cwd, path);
    return [{ path: absolute, ...(line > 0 && { line }) }];
  });
}

/** A call that says the whole new content of a file is shown as the change it makes. */
function proposedContent(
  session: Session,
  { name, args }: MadeCall,
  before: TextBefore,
): ToolCallContent[] {
  const { written = [] } = session.touchedBy(name, args);
  const [path] = written;
  const newText = args["content"];
  if (path === undefined || typeof newText !== "string") return [];
  if (classifyPath(path).kind !== "file") return [];
  const absolute = resolve(session.log.header.cwd, path);
  return [{ type: "diff", path: absolute, oldText: before(absolute), newText }];
}

const MAX_OLD_BYTES = 1 << 20;

/** What stands in a file now; null for one that is new, or too large to show. */
export function textNow(path: string): string | null {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile() !== true || stats.size > MAX_OLD_BYTES) return null;
    return readFileSync(path, "utf8");
  } catch {
    // It cannot be read; whoever writes it says why.
    return null;
  }
}
