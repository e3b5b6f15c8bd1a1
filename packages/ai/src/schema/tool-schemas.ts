// What a protocol does to the schemas of tools: the code for it, loaded when a request first has tools, and what it
// has worked out already.
import type { JsonObject } from "../model/request.ts";
import { SchemaMemo } from "./memo.ts";

export class ToolSchemas<Adapters extends object> {
  readonly #load: () => Promise<Adapters>;
  readonly #memo = new SchemaMemo();
  #adapters: Adapters | undefined;

  constructor(load: () => Promise<Adapters>) {
    this.#load = load;
  }

  /** Loads the adapters; to be awaited before the first body with tools. */
  readonly prepare = async (): Promise<void> => {
    this.#adapters ??= await this.#load();
  };

  /** What one of the adapters makes of this very object. Schemas must not be changed in place. */
  adapt<Result>(
    schema: JsonObject,
    choose: (adapters: Adapters) => (schema: JsonObject) => Result,
  ): Result {
    if (this.#adapters === undefined)
      throw new TypeError("A protocol must be prepared before it builds a body with tools.");
    return this.#memo.get(schema, choose(this.#adapters));
  }
}
