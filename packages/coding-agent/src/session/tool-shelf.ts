// The tools that a session offers its model: its own, which only ever grow by whole new lists, so that what was sent
// before stays as it was and a change can be seen; and after them those of an embedding program, which it may replace.
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";

export class ToolShelf {
  #own: readonly Tool[];
  readonly #others: () => readonly Tool[];
  #joined: {
    readonly own: readonly Tool[];
    readonly others: readonly Tool[];
    readonly all: readonly Tool[];
  };

  constructor(tools: readonly Tool[] = [], others: () => readonly Tool[] = () => NONE) {
    this.#own = tools;
    this.#others = others;
    this.#joined = { own: tools, others: NONE, all: tools };
  }

  /** The same array until a tool is added or the others change. */
  get tools(): readonly Tool[] {
    const own = this.#own;
    const others = this.#others();
    if (this.#joined.own !== own || this.#joined.others !== others)
      this.#joined = { own, others, all: others.length === 0 ? own : [...own, ...others] };
    return this.#joined.all;
  }

  has(name: string): boolean {
    return this.#own.some((tool) => tool.name === name);
  }

  /** Appends those that are not there yet. */
  add(tools: readonly Tool[]): void {
    const fresh = tools.filter(({ name }) => !this.has(name));
    if (fresh.length > 0) this.#own = [...this.#own, ...fresh];
  }
}

const NONE: readonly Tool[] = [];
