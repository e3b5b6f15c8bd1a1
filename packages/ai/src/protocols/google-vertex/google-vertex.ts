// Google's generateContent format, as Vertex AI serves it: models belong to a publisher, requests to a
// project and a location. Without a project the path is that of keys (express mode).
import type { ChatRequest } from "../../model/request.ts";
import { createGoogleProtocol, encodeModel } from "../google-generative-ai/google-protocol.ts";

const googleVertex = createGoogleProtocol({
  api: "google-vertex",
  path: (request) => `${resourceOf(request)}${modelOf(request)}:streamGenerateContent?alt=sse`,
  callIds: "never",
});

/** `metadata.project` and `metadata.location` of the request; the host tells the location as well. */
function resourceOf({ model, options }: ChatRequest): string {
  const project = options.metadata?.["project"];
  if (project === undefined || project === "") return "/v1";
  const location = options.metadata?.["location"] ?? locationOf(model.baseUrl);
  return `/v1/projects/${encodeURIComponent(project)}/locations/${encodeURIComponent(location)}`;
}

function locationOf(baseUrl: string): string {
  return /([a-z0-9-]+)-aiplatform\.googleapis\.com/.exec(baseUrl)?.[1] ?? "global";
}

function modelOf({ model }: ChatRequest): string {
  const [publisher, ...rest] = model.id.split("/");
  if (publisher === undefined || rest.length === 0) {
    return `/publishers/google/models/${encodeModel(model.id)}`;
  }
  return `/publishers/${encodeURIComponent(publisher)}/models/${encodeModel(rest.join("/"))}`;
}

export default googleVertex;
