// The tools that a session offers its model. Only ever grows, by whole new lists, so that what was sent before stays as
// it was and a change can be seen.
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";

export class ToolShelf {
  #tools: readonly Tool[];

  constructor(tools: readonly Tool[] = []) {
    this.#tools = tools;
  }

  /** The same array until a tool is added. */
  get tools(): readonly Tool[] {
    return this.#tools;
  }

  has(name: string): boolean {
    return this.#tools.some((tool) => tool.name === name);
  }

  /** Appends those that are not there yet. */
  add(tools: readonly Tool[]): void {
    const fresh = tools.filter(({ name }) => !this.has(name));
    if (fresh.length > 0) this.#tools = [...this.#tools, ...fresh];
  }
}
