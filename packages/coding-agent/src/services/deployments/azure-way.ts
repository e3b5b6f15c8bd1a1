// Azure: the resource's address and API version, and the names under which models are deployed there.
import {
  locateAzure,
  parseDeploymentNames,
  withDeploymentName,
} from "@oh-my-pi/pi-ai/azure-address";
import type { Machine } from "./machine.ts";
import type { Way } from "./way.ts";

/** The way to a resource, from the way to the model's own address. */
export function azureWay(plain: Way, { env }: Machine): Way {
  const located =
    locateAzure({
      baseUrl: env["AZURE_OPENAI_BASE_URL"],
      resourceName: env["AZURE_OPENAI_RESOURCE_NAME"],
      apiVersion: env["AZURE_OPENAI_API_VERSION"],
    }) ??
    locateAzure({ baseUrl: plain.deployment.baseUrl, apiVersion: env["AZURE_OPENAI_API_VERSION"] });
  const names = parseDeploymentNames(env["AZURE_OPENAI_DEPLOYMENT_NAME_MAP"] ?? "");
  return {
    ...plain,
    deployment: { ...plain.deployment, ...located },
    adapt: (request) => ({ ...request, model: withDeploymentName(request.model, names) }),
  };
}
