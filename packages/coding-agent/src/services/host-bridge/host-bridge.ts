// What an embedding program adds to its sessions: tools it carries out and addresses it answers for. Outlives
// each of the sessions.
import type { Tool } from "@oh-my-pi/pi-agent-core/tool";
import type { InternalScheme } from "../internal-urls/internal-scheme.ts";
import { HostCalls } from "./host-calls.ts";
import { type HostSchemeDefinition, hostScheme } from "./host-scheme.ts";
import { type HostToolDefinition, hostTool } from "./host-tools.ts";

/** The host's side of a run of omp. */
export class HostBridge {
  readonly calls = new HostCalls();
  #tools: readonly Tool[] = [];
  #schemes: readonly InternalScheme[] = [];

  get tools(): readonly Tool[] {
    return this.#tools;
  }

  get schemes(): readonly InternalScheme[] {
    return this.#schemes;
  }

  /** Replaces the host's tools. Throws TypeError, with nothing changed, for one that cannot be. */
  setTools(definitions: readonly HostToolDefinition[]): void {
    this.#tools = definitions.map((definition) => hostTool(definition, this.calls));
  }

  /** Replaces the host's schemes. */
  setSchemes(definitions: readonly HostSchemeDefinition[]): void {
    this.#schemes = definitions.map((definition) => hostScheme(definition, this.calls));
  }
}
