// Which text in a conversation comes from elsewhere, and what that text must not lead to unasked: sending data, and
// changing files beside the workspace. Knows no screen and no log: it is told, and it answers.
import type { PolicyRequest } from "@oh-my-pi/pi-agent-core/tool-policy";
import { isAbsolute, relative, resolve } from "node:path";
import { scriptActions } from "./script-actions.ts";

/** Where a text comes from. */
export interface TextOrigin {
  readonly kind: "web" | "server" | "command" | "package" | "file" | "project";
  /** The address, server, program or file. */
  readonly source: string;
}

export interface ForeignPlace {
  readonly root: string;
  readonly home: string | undefined;
  readonly tmp: string;
  /** Where commands run now. */
  readonly directory: () => string;
  /** The person has said that they trust the project: its text is theirs. */
  readonly isTrusted: boolean;
  /** Whether a file beside the project lies in another one that is trusted. */
  readonly isTrustedPath: (path: string) => boolean;
  /** What the person has said; read only when an address could be theirs. */
  readonly said: () => Iterable<string>;
}

/** How strict to be; asked with each call. */
export type ForeignGuard = "strict" | "ask" | "allow";

type Call = Pick<PolicyRequest, "tool" | "args">;

const ADDRESS = /^https?:\/\//i;
const ADDRESSES = /https?:\/\/[^\s"'<>)\]}\\]+/gi;
const PACKAGES = /(?:^|\/)(?:node_modules|vendor|third_party|site-packages|\.venv|\.cargo)\//;
const MAX_ADDRESSES = 20_000;

export class ForeignWatch {
  readonly #place: ForeignPlace;
  readonly #guard: () => ForeignGuard;
  /** Addresses that stand in texts word for word: asking for one of them tells nobody anything. */
  readonly #seen = new Set<string>();
  #foreign: TextOrigin | undefined;
  #project: TextOrigin | undefined;

  constructor(place: ForeignPlace, guard: () => ForeignGuard) {
    this.#place = place;
    this.#guard = guard;
  }

  /** The first text from elsewhere, if there is any. What a project says is a stranger's word until it is trusted. */
  get first(): TextOrigin | undefined {
    const hasProject = this.#guard() === "strict" || !this.#place.isTrusted;
    return this.#foreign ?? (hasProject ? this.#project : undefined);
  }

  /** Where the result of a call comes from; undefined for what omp says itself. */
  originOf({ tool, args }: Call): TextOrigin | undefined {
    if (tool.name.startsWith("mcp__")) return { kind: "server", source: tool.name };
    const fields = fieldsOf(args);
    const address = addressIn(fields);
    if (address !== undefined) return { kind: "web", source: address };
    if (WEB_TOOLS.test(tool.name)) return { kind: "web", source: tool.name };
    const command = fields["command"];
    if (typeof command === "string") {
      const { brings } = scriptActions(command, this.#scriptPlace());
      return brings === undefined
        ? { kind: "project", source: "a command" }
        : { kind: "command", source: brings };
    }
    const path = fields["path"];
    if (typeof path !== "string") return undefined;
    if (PACKAGES.test(path)) return { kind: "package", source: path };
    return { kind: this.#isStrangersFile(path) ? "file" : "project", source: path };
  }

  /** A text of this origin is in the conversation now. True when it is the first from elsewhere. */
  note(origin: TextOrigin, text: string): boolean {
    this.#noteAddresses(text);
    if (origin.kind === "project") {
      this.#project ??= origin;
      return false;
    }
    const isFirst = this.#foreign === undefined;
    this.#foreign ??= origin;
    return isFirst;
  }

  /** Addresses that anybody in the conversation wrote. */
  #noteAddresses(text: string): void {
    for (const [address] of text.matchAll(ADDRESSES))
      if (this.#seen.size < MAX_ADDRESSES) this.#seen.add(plainAddress(address));
  }

  /** Why a call asks; undefined when it may go on. */
  reasonToAsk(call: Call): string | undefined {
    const origin = this.first;
    if (origin === undefined || this.#guard() === "allow") return undefined;
    const action = this.#action(call);
    if (action === undefined) return undefined;
    const from =
      origin.kind === "project" && !this.#place.isTrusted ? UNTRUSTED : FROM[origin.kind];
    return `text from elsewhere (${from} ${origin.source}) is in this conversation, and this call ${action}`;
  }

  #action({ tool, args }: Call): string | undefined {
    const fields = fieldsOf(args);
    const command = fields["command"];
    if (typeof command === "string") {
      const { sends, leaves } = scriptActions(command, this.#scriptPlace());
      if (sends !== undefined) return `sends data (${sends})`;
      return leaves === undefined ? undefined : `changes ${leaves}`;
    }
    const address = addressIn(fields);
    if (address !== undefined)
      return this.#isWritten(plainAddress(address)) ? undefined : `sends data to ${address}`;
    if (tool.name.startsWith("mcp__")) return `sends data to ${tool.name}`;
    const { written = [], edited = [] } = tool.traits?.touches?.(fields) ?? {};
    const beside = [...written, ...edited].find((path) => this.#isBeside(path));
    return beside === undefined ? undefined : `changes ${beside}`;
  }

  #isWritten(address: string): boolean {
    if (!this.#seen.has(address)) for (const text of this.#place.said()) this.#noteAddresses(text);
    return this.#seen.has(address);
  }

  #scriptPlace() {
    return { cwd: this.#place.directory(), home: this.#place.home };
  }

  /** Beside the workspace, in no trusted project, and no part of the system: a download, somebody's checkout. */
  #isStrangersFile(path: string): boolean {
    const absolute = this.#absolute(path);
    return (
      this.#isBeside(path) &&
      !SYSTEM.test(absolute) &&
      !absolute.includes("/.omp/") &&
      !this.#place.isTrustedPath(absolute)
    );
  }

  #isBeside(path: string): boolean {
    if (/^[a-z][\w+.-]*:\/\//i.test(path)) return false;
    const absolute = this.#absolute(path);
    return ![this.#place.root, this.#place.tmp].some((folder) => {
      const below = relative(folder, absolute);
      return below !== ".." && !below.startsWith("../") && !isAbsolute(below);
    });
  }

  #absolute(path: string): string {
    const { root, home = "~" } = this.#place;
    return resolve(root, path.replace(/^~(?=\/|$)/, home));
  }
}

const SYSTEM = /^\/(?:usr|etc|lib\d*|opt|proc|sys|nix|System|Library)\//;
const UNTRUSTED = "a project that you have not said you trust:";
const WEB_TOOLS = /^(?:web_search|browser|fetch|github)/;
const FROM = {
  web: "the web:",
  server: "a server:",
  command: "the output of",
  package: "a package:",
  file: "a file beside the project:",
  project: "the project:",
} as const;

function fieldsOf(args: unknown): Record<string, unknown> {
  return typeof args === "object" && args !== null ? (args as Record<string, unknown>) : {};
}

function addressIn(fields: Record<string, unknown>): string | undefined {
  const found = [fields["path"], fields["url"]].find(
    (value): value is string => typeof value === "string" && ADDRESS.test(value),
  );
  return found;
}

/** Without what servers do not get, and without the end of a sentence. */
function plainAddress(address: string): string {
  return address
    .replace(/#.*$/, "")
    .replace(/[.,;:!?]+$/, "")
    .replace(/\/$/, "");
}
