// The response object that the Responses API repeats in its lifecycle events: settings echoed from the
// request, and what is known of the outcome.
import { responseId, type Turn } from "../turn.ts";

const createdAt = 1_750_000_000;

/** The object in a given status; `known` holds output, usage, error or the like. */
export function responseObject(turn: Turn, status: string, known: object): object {
  const { json } = turn.request;
  return {
    id: responseId(turn, "resp"),
    object: "response",
    created_at: createdAt,
    status,
    background: false,
    completed_at: status === "completed" ? createdAt + 1 : null,
    error: null,
    frequency_penalty: 0,
    incomplete_details: null,
    instructions: json.instructions ?? null,
    max_output_tokens: json.max_output_tokens ?? null,
    max_tool_calls: null,
    model: turn.model,
    moderation: null,
    output: [],
    parallel_tool_calls: json.parallel_tool_calls ?? true,
    presence_penalty: 0,
    previous_response_id: json.previous_response_id ?? null,
    prompt_cache_key: json.prompt_cache_key ?? null,
    prompt_cache_retention: null,
    reasoning: json.reasoning ?? { effort: "medium", summary: null },
    safety_identifier: null,
    service_tier: status === "in_progress" ? "auto" : "default",
    store: json.store ?? true,
    temperature: 1,
    text: { format: { type: "text" }, verbosity: "medium" },
    tool_choice: json.tool_choice ?? "auto",
    tools: json.tools ?? [],
    top_logprobs: 0,
    top_p: 1,
    truncation: "disabled",
    usage: null,
    user: null,
    metadata: {},
    ...known,
  };
}
