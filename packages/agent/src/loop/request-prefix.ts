// The part of every request that comes before the conversation: system prompt and tools. While a run
// lasts it only grows, whatever the application changes, so that what a provider cached stays valid.
import type { ToolSpec } from "@oh-my-pi/pi-ai/request";
import type { Tool } from "../tool/tool.ts";

/** System prompt and tools as the application wants them now. */
export interface LivePrefix {
  readonly system: readonly string[];
  readonly tools: readonly Tool[];
}

/** What no longer equals what was sent, by name: `system[2]` or `tool:read`. */
export interface PrefixBreak {
  readonly segment: string;
  readonly change: "changed" | "removed";
  /** False while a run lasts: the old form is sent until it ends. */
  readonly isApplied: boolean;
}

/** Remembers what was sent and lets it grow. */
export class RequestPrefix {
  readonly #hasIntent: boolean;
  #live: LivePrefix = { system: [], tools: [] };
  #toolsByName: ReadonlyMap<string, Tool> = new Map();
  #system: readonly string[] = [];
  #specs: readonly ToolSpec[] = [];

  constructor(options: { readonly hasIntent: boolean }) {
    this.#hasIntent = options.hasIntent;
  }

  get system(): readonly string[] {
    return this.#system;
  }

  get specs(): readonly ToolSpec[] {
    return this.#specs;
  }

  /** The tool that would run under this name now. */
  find(name: string): Tool | undefined {
    return this.#toolsByName.get(name);
  }

  names(): Iterable<string> {
    return this.#toolsByName.keys();
  }

  /** A run begins: everything may change, and what breaks the prefix is named. */
  begin(live: LivePrefix): readonly PrefixBreak[] {
    return this.#apply(live, true);
  }

  /** Within a run: new segments and tools are appended, the rest waits. */
  grow(live: LivePrefix): readonly PrefixBreak[] {
    if (live.system === this.#live.system && live.tools === this.#live.tools) return [];
    return this.#apply(live, false);
  }

  #apply(live: LivePrefix, mayBreak: boolean): readonly PrefixBreak[] {
    this.#live = live;
    this.#toolsByName = new Map(live.tools.map((tool) => [tool.name, tool]));
    const wanted = live.tools.map((tool) => (this.#hasIntent ? tool.specWithIntent : tool.spec));
    const breaks = [
      ...systemBreaks(this.#system, live.system),
      ...toolBreaks(this.#specs, wanted),
    ].map((broken) => ({ ...broken, isApplied: mayBreak }));
    const isSystemBroken = breaks.some((broken) => broken.segment.startsWith("system"));
    const isToolBroken = breaks.some((broken) => broken.segment.startsWith("tool"));
    if (!isSystemBroken) this.#system = grown(this.#system, live.system.slice(this.#system.length));
    else if (mayBreak) this.#system = [...live.system];
    if (isToolBroken && mayBreak) this.#specs = wanted;
    else this.#specs = grown(this.#specs, unknownTo(this.#specs, wanted));
    return breaks;
  }
}

type Broken = Omit<PrefixBreak, "isApplied">;

function systemBreaks(sent: readonly string[], wanted: readonly string[]): Broken[] {
  const at = sent.findIndex((segment, index) => segment !== wanted[index]);
  if (at === -1) return [];
  return [{ segment: `system[${at}]`, change: at < wanted.length ? "changed" : "removed" }];
}

function toolBreaks(sent: readonly ToolSpec[], wanted: readonly ToolSpec[]): Broken[] {
  const byName = new Map(wanted.map((spec) => [spec.name, spec]));
  return sent.flatMap((spec): Broken[] => {
    const now = byName.get(spec.name);
    if (now === undefined) return [{ segment: `tool:${spec.name}`, change: "removed" }];
    return isSame(spec, now) ? [] : [{ segment: `tool:${spec.name}`, change: "changed" }];
  });
}

function isSame(a: ToolSpec, b: ToolSpec): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function unknownTo(sent: readonly ToolSpec[], wanted: readonly ToolSpec[]): ToolSpec[] {
  const names = new Set(sent.map((spec) => spec.name));
  return wanted.filter((spec) => !names.has(spec.name));
}

/** The same array when nothing was added. */
function grown<T>(sent: readonly T[], added: readonly T[]): readonly T[] {
  return added.length === 0 ? sent : [...sent, ...added];
}
