// Parameters whose schema for the wire was made when omp was built: a tool can be offered to a model before the code
// that checks its arguments is loaded.
import type { JsonObject } from "@oh-my-pi/pi-ai/request";
import type { $ZodType } from "zod/v4/core";

/** The schema that models are sent, as JSON text, and the way to the one that checks. */
export class PreparedParameters<Schema extends $ZodType = $ZodType> {
  readonly load: () => Promise<Schema>;
  readonly #json: string;

  constructor(json: string, load: () => Promise<Schema>) {
    this.#json = json;
    this.load = load;
  }

  get wire(): JsonObject {
    return JSON.parse(this.#json) as JsonObject;
  }
}
