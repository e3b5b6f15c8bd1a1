// Version and beta headers of the Messages API, as far as the request needs them. Never credentials.
import type { ChatRequest } from "../../model/request.ts";
import { wantsFastMode } from "./body.ts";
import { cacheMarker } from "./cache-markers.ts";
import { claudeTraits } from "./claude-traits.ts";
import { planThinking } from "./thinking.ts";

const VERSION = "2023-06-01";

/** The format's own headers. */
export function buildHeaders(request: ChatRequest): Record<string, string> {
  const betas = [
    ...(needsInterleavedThinking(request) ? ["interleaved-thinking-2025-05-14"] : []),
    ...(cacheMarker(request)?.["ttl"] === undefined ? [] : ["extended-cache-ttl-2025-04-11"]),
    ...(wantsFastMode(request) ? ["fast-mode-2026-02-01"] : []),
  ];
  return {
    "anthropic-version": VERSION,
    ...(betas.length > 0 && { "anthropic-beta": betas.join(",") }),
  };
}

function needsInterleavedThinking(request: ChatRequest): boolean {
  const traits = claudeTraits(request.model.id);
  const isKnown = traits?.needsInterleavedBeta === true;
  return isKnown && request.tools.length > 0 && planThinking(request).isOn;
}
