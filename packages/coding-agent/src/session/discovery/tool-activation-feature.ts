// Lets a search add tools to a running session. What was added is in the log, so that a resumed session has it again.
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import type { Feature, FeaturePort } from "../feature.ts";
import type { ToolShelf } from "../tool-shelf.ts";
import type { DiscoveryMode } from "../../services/tool-discovery/settings.ts";
import {
  discoverableTools,
  type ToolActivation,
} from "../../services/tool-discovery/tool-activation.ts";
import type { DiscoverableTool } from "../../services/tool-discovery/tool-search.ts";

export interface ActivationParts {
  readonly mode: DiscoveryMode;
  readonly shelf: ToolShelf;
  /** Tools that the session has and does not offer yet. */
  readonly hidden: readonly Tool[];
}

export class ToolActivationFeature implements ToolActivation, Feature {
  readonly name = "tool-activation";
  readonly #parts: ActivationParts;
  readonly #active = new Set<string>();
  #port: FeaturePort | undefined;

  constructor(parts: ActivationParts) {
    this.#parts = parts;
  }

  get mode(): DiscoveryMode {
    return this.#parts.mode;
  }

  candidates(): readonly DiscoverableTool[] {
    const { mode, hidden, shelf } = this.#parts;
    const active = shelf.tools.map(({ name }) => name);
    return mode === "all" ? discoverableTools(hidden, active) : [];
  }

  active(): readonly string[] {
    return [...this.#active];
  }

  async activate(names: readonly string[]): Promise<readonly string[]> {
    const added = this.restore(names);
    if (added.length > 0)
      this.#port?.append({ type: "mcp_tool_selection", selectedToolNames: [...this.#active] });
    return added;
  }

  /** Offers again what the log says was found earlier; gives the names that there are. */
  restore(names: readonly string[]): readonly string[] {
    const found = this.#parts.hidden.filter(({ name }) => names.includes(name));
    this.#parts.shelf.add(found);
    for (const { name } of found) this.#active.add(name);
    return names.filter((name) => this.#active.has(name));
  }

  beforePrompt(port: FeaturePort): void {
    this.#port = port;
  }
}
