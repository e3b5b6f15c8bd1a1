// Every launch flag as data: the parser, the help page and the shell completions read this table.
import { EFFORTS } from "@oh-my-pi/pi-catalog/model";

/** Where a flag stands in the help page. */
export type FlagGroup = "run" | "model" | "session" | "tools" | "extend" | "other";

/** One flag. `value` names its argument in help; without it the flag is a switch. */
export interface Flag {
  readonly name: string;
  readonly short?: string;
  readonly aliases?: readonly string[];
  readonly value?: string;
  /** The argument may be left out. */
  readonly isOptionalValue?: boolean;
  readonly isRepeatable?: boolean;
  readonly allowed?: readonly string[];
  readonly group: FlagGroup;
  readonly help: string;
  /** Known and refused: what it asks for does not exist yet. Says what is missing. */
  readonly missing?: string;
}

const MODES = ["text", "json", "rpc", "rpc-ui", "acp"] as const;
const NO_EXTENSIONS = "this version has no extensions";
const APPROVAL_MODES = ["always-ask", "write", "yolo"] as const;

/** The launch flags, in the order of the help page. */
export const FLAGS: readonly Flag[] = [
  { name: "print", short: "p", group: "run", help: "answer once on stdout and exit" },
  { name: "mode", value: "mode", allowed: MODES, group: "run", help: "what omp speaks" },
  {
    name: "accessible",
    group: "run",
    help: "plain lines only, for screen readers",
  },
  {
    name: "event-detail",
    value: "detail",
    allowed: ["delta", "full"],
    group: "run",
    help: "what events carry",
  },
  {
    name: "system-prompt",
    value: "text",
    group: "run",
    help: "another system prompt: a text or a file",
  },
  {
    name: "append-system-prompt",
    value: "text",
    group: "run",
    help: "more for the system prompt: a text or a file",
  },
  {
    name: "max-time",
    value: "seconds",
    group: "run",
    help: "end a run of -p after that; exit code 5",
  },
  {
    name: "model",
    value: "pattern",
    group: "model",
    help: "id or part of a name, as in sonnet:high",
  },
  {
    name: "provider",
    value: "id",
    group: "model",
    help: "provider of --model; older form",
  },
  {
    name: "models",
    value: "a,b",
    group: "model",
    help: "models to cycle through; the first begins",
  },
  { name: "smol", value: "pattern", group: "model", help: "model for small tasks in this run" },
  { name: "slow", value: "pattern", group: "model", help: "model for hard tasks in this run" },
  { name: "plan", value: "pattern", group: "model", help: "model for plan mode in this run" },
  {
    name: "thinking",
    value: "level",
    allowed: ["off", ...EFFORTS],
    group: "model",
    help: "how hard",
  },
  {
    name: "api-key",
    value: "key",
    group: "model",
    help: "key for this run, before any other",
  },
  {
    name: "list-models",
    value: "pattern",
    isOptionalValue: true,
    group: "model",
    help: "list the models that can be used",
  },
  { name: "continue", short: "c", group: "session", help: "go on with the last session here" },
  {
    name: "resume",
    short: "r",
    aliases: ["session"],
    value: "id|path",
    isOptionalValue: true,
    group: "session",
    help: "open a session, or choose one",
  },
  {
    name: "fork",
    value: "id|path",
    group: "session",
    help: "copy a session and go on in the copy",
  },
  { name: "session-dir", value: "dir", group: "session", help: "keep sessions in this folder" },
  { name: "no-session", group: "session", help: "keep nothing on disk" },
  {
    name: "provider-session-id",
    value: "id",
    group: "session",
    help: "conversation id that providers see",
  },
  {
    name: "export",
    value: "id|file",
    group: "session",
    help: "write a session as one HTML page",
  },
  { name: "no-title", group: "session", help: "give the session no generated title" },
  { name: "tools", value: "a,b", group: "tools", help: "only these built-in tools" },
  { name: "no-tools", group: "tools", help: "no built-in tools" },
  { name: "no-lsp", group: "tools", help: "no language servers (there are none yet)" },
  { name: "no-pty", group: "tools", help: "no terminal for commands" },
  {
    name: "approval-mode",
    value: "mode",
    allowed: APPROVAL_MODES,
    group: "tools",
    help: "what asks first",
  },
  { name: "auto-approve", aliases: ["yolo"], group: "tools", help: "same as --approval-mode yolo" },
  {
    name: "extension",
    short: "e",
    aliases: ["hook"],
    value: "path",
    isRepeatable: true,
    group: "extend",
    help: "load an extension",
    missing: NO_EXTENSIONS,
  },
  { name: "no-extensions", group: "extend", help: "load no extensions (there are none yet)" },
  {
    name: "plugin-dir",
    value: "dir",
    isRepeatable: true,
    group: "extend",
    help: "load plugins from this folder",
    missing: "this version has no plugins",
  },
  {
    name: "skills",
    value: "globs",
    group: "extend",
    help: "only skills whose names match",
    missing: "this version has no skills",
  },
  { name: "no-skills", group: "extend", help: "no skills (there are none yet)" },
  { name: "no-rules", group: "extend", help: "no rules (there are none yet)" },
  { name: "no-project", group: "other", help: "leave the project's own settings unread" },
  { name: "allow-home", group: "other", help: "work in the home directory itself" },
  { name: "help", short: "h", group: "other", help: "show this page" },
  { name: "version", short: "v", group: "other", help: "show the version" },
];
