// Models of any server that lists them the OpenAI way (vLLM, LiteLLM), from the answer of /v1/models.
import { DEFAULT_CONTEXT_WINDOW } from "../model-defaults.ts";
import { localModel, type Discovery, type DiscoveryEndpoint } from "./discovered.ts";
import { asCount, asRecord, asRecords, asText } from "./reading.ts";

/** Fields by which servers say how much they hold; vLLM calls it `max_model_len`. */
const WINDOW_FIELDS = ["max_model_len", "context_length", "context_window", "max_context_length"];

/** The models that an OpenAI-like server offers. */
export function discoverOpenAiModels(answer: unknown, endpoint: DiscoveryEndpoint): Discovery {
  const { data } = asRecord(answer);
  if (!Array.isArray(data)) return { models: [], problem: "/v1/models has no list of models" };
  return {
    models: asRecords(data).flatMap((entry) => {
      const id = asText(entry["id"]);
      if (id === undefined) return [];
      const served = WINDOW_FIELDS.map((field) => asCount(entry[field])).find(Boolean);
      const assumed = endpoint.assumedContext ?? DEFAULT_CONTEXT_WINDOW;
      const window = served ?? assumed;
      return [localModel(endpoint, id, { window, source: served ? "served" : "assumed" }, {})];
    }),
  };
}
