// Remembers what schemas were turned into, so that the requests of a conversation do not work it out
// again. Held by whoever sends them; results are dropped with the schemas.
import type { JsonObject } from "../model/request.ts";

/** Results by schema object and by what was done to it. */
export class SchemaMemo {
  readonly #results = new WeakMap<JsonObject, Map<unknown, unknown>>();

  /** The result of `adapt` for this very object. Schemas must not be changed in place. */
  get<Result>(schema: JsonObject, adapt: (schema: JsonObject) => Result): Result {
    let known = this.#results.get(schema);
    if (known === undefined) this.#results.set(schema, (known = new Map()));
    if (!known.has(adapt)) known.set(adapt, adapt(schema));
    return known.get(adapt) as Result;
  }
}
