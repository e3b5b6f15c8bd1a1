// Where an Azure resource serves Responses, and under which names its models are deployed. Pure; knows
// neither keys nor the environment.
import type { Model } from "@oh-my-pi/pi-catalog/model";
import type { Deployment } from "../../transport/deployment.ts";

/** What is configured of an Azure resource. */
export interface AzureResource {
  /** Wins over the resource's name. */
  readonly baseUrl?: string | undefined;
  readonly resourceName?: string | undefined;
  /** `v1`, `preview`, or the date of an older API. */
  readonly apiVersion?: string | undefined;
}

const DEFAULT_VERSION = "v1";
/** Versions by date came before `/openai/v1` and have a path of their own. */
const DATED = /^\d{4}-\d{2}-\d{2}/;

/** Base URL and query of a resource, or undefined when neither URL nor name is known. */
export function locateAzure(
  resource: AzureResource,
): Pick<Deployment, "baseUrl" | "query"> | undefined {
  const version = resource.apiVersion || DEFAULT_VERSION;
  const given =
    resource.baseUrl ||
    (resource.resourceName && `https://${resource.resourceName}.openai.azure.com`);
  if (!given) return undefined;
  const root = given.replace(/\/+$/, "");
  // Only a bare resource is completed: whoever gives a path means it.
  const isBare = URL.canParse(root) && /^\/(?:openai)?$/.test(new URL(root).pathname);
  const path = DATED.test(version) ? "/openai" : "/openai/v1";
  const baseUrl = isBare ? root.replace(/\/openai$/, "") + path : root;
  return { baseUrl, query: { "api-version": version } };
}

/** Reads `model=deployment,model2=deployment2`; entries without both sides are left out. */
export function parseDeploymentNames(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(",").flatMap((entry): [string, string][] => {
    const [model = "", name = ""] = entry.split("=").map((side) => side.trim());
    return model === "" || name === "" ? [] : [[model, name]];
  });
  return new Map(pairs);
}

/** The model, sent under the name of its deployment; in the conversation it keeps its own. */
export function withDeploymentName(model: Model, names: ReadonlyMap<string, string>): Model {
  const name = names.get(model.id);
  if (name === undefined) return model;
  const extraBody = { ...model.compat?.extraBody, model: name };
  return { ...model, compat: { ...model.compat, extraBody } };
}
