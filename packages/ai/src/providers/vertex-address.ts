// Where Vertex AI serves a location, and how Claude is asked for there. Pure.
import type { HttpRequest } from "../transport/deployment.ts";

/** The host of a location; `global` has none of its own in its name. */
export function vertexHost(location: string): string {
  if (location === "global") return "https://aiplatform.googleapis.com";
  if (location === "us" || location === "eu")
    return `https://aiplatform.${location}.rep.googleapis.com`;
  return `https://${location}-aiplatform.googleapis.com`;
}

const VERSION = "vertex-2023-10-16";
const MODEL_FIELD = /^\{"model":"((?:[^"\\]|\\.)*)",/;

/** A request of the Messages API as Vertex wants it: the model in the address, a version in the body. */
export function toVertexClaude(request: HttpRequest, resource: string): HttpRequest {
  const model = MODEL_FIELD.exec(request.body)?.[1] ?? "";
  const url = `${resource}/publishers/anthropic/models/${encodeURIComponent(model)}:streamRawPredict`;
  const body = request.body.replace(MODEL_FIELD, `{"anthropic_version":"${VERSION}",`);
  return { ...request, url, body };
}
