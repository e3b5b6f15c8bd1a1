// Vertex AI: a key alone is enough; without one a project, a location and the machine's Google credentials are
// used. Three wire formats are served below one address.
import { DefaultCredentials } from "@oh-my-pi/pi-ai/google-credentials";
import { ProviderError } from "@oh-my-pi/pi-ai/provider-error";
import type { ChatRequest } from "@oh-my-pi/pi-ai/request";
import type { Deployment } from "@oh-my-pi/pi-ai/deployment";
import { proxyFor } from "@oh-my-pi/pi-ai/proxy";
import { toVertexClaude, vertexHost } from "@oh-my-pi/pi-ai/vertex-address";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import type { Machine } from "./machine.ts";
import { foundKey, type Way, type WaySources } from "./way.ts";

interface Place {
  readonly project: string;
  readonly location: string;
  /** `<host>/v1/projects/<project>/locations/<location>` */
  readonly resource: string;
}

/** The way to a model on Vertex; `own` is an address that the user configured. */
export async function vertexWay(
  model: Model,
  own: string | undefined,
  sources: WaySources,
): Promise<Way> {
  const { machine, findKey } = sources;
  const found = await findKey();
  const isExpress = found.ok && found.key !== "" && model.api === "google-vertex";
  const place = isExpress ? undefined : placeOf(machine, own);
  const host = own ?? (place === undefined ? vertexHost("global") : hostOf(place));
  const baseUrl =
    place !== undefined && model.api === "openai-completions"
      ? `${place.resource}/endpoints/openapi`
      : host;
  const proxy = proxyFor(baseUrl, machine.env);
  return {
    deployment: {
      baseUrl,
      ...(proxy !== undefined && { proxy }),
      sign: signer(model, place, machine, () => foundKey(model.provider, findKey)),
    },
    ...(place !== undefined && { adapt: (request) => withPlace(request, place) }),
  };
}

function signer(
  model: Model,
  place: Place | undefined,
  machine: Machine,
  key: () => Promise<{ readonly key: string }>,
): NonNullable<Deployment["sign"]> {
  const google = new DefaultCredentials({ ...machine, fetch: (url, init) => fetch(url, init) });
  return async (request, signal) => {
    const isClaude = place !== undefined && model.api === "anthropic-messages";
    const placed = isClaude ? toVertexClaude(request, place.resource) : request;
    const { key: apiKey } = await key();
    if (apiKey !== "")
      return { ...placed, headers: { ...placed.headers, "x-goog-api-key": apiKey } };
    const { token, quotaProject } = await google.token(signal);
    const headers = {
      ...placed.headers,
      authorization: `Bearer ${token}`,
      ...(quotaProject !== undefined && { "x-goog-user-project": quotaProject }),
    };
    return { ...placed, headers };
  };
}

function placeOf({ env }: Machine, own: string | undefined): Place {
  const project = env["GOOGLE_CLOUD_PROJECT"] || env["GCLOUD_PROJECT"];
  const location = env["GOOGLE_CLOUD_LOCATION"];
  if (project && location) {
    const host = (own ?? vertexHost(location)).replace(/\/+$/, "");
    const path = `projects/${encodeURIComponent(project)}/locations/${encodeURIComponent(location)}`;
    return { project, location, resource: `${host}/v1/${path}` };
  }
  const missing = [
    ...(project ? [] : ["GOOGLE_CLOUD_PROJECT or GCLOUD_PROJECT"]),
    ...(location ? [] : ["GOOGLE_CLOUD_LOCATION"]),
  ];
  throw new ProviderError({
    kind: "invalid-request",
    message: `The address of google-vertex is incomplete; set ${missing.join(", ")}.`,
    retryable: false,
  });
}

function hostOf({ resource }: Place): string {
  return resource.replace(/\/v1\/projects\/.*$/, "");
}

function withPlace(request: ChatRequest, { project, location }: Place): ChatRequest {
  const metadata = { ...request.options.metadata, project, location };
  return { ...request, options: { ...request.options, metadata } };
}
