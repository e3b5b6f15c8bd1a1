// Bedrock: a bearer token where there is one, else requests signed with the credentials of the AWS tools.
import { profileRegion } from "@oh-my-pi/pi-ai/aws-profile";
import { CredentialChain } from "@oh-my-pi/pi-ai/aws-credentials";
import { deployBedrock } from "@oh-my-pi/pi-ai/bedrock-deployment";
import { proxyFor } from "@oh-my-pi/pi-ai/proxy";
import type { Model } from "@oh-my-pi/pi-catalog/model";
import type { Machine } from "./machine.ts";
import { foundKey, type Way, type WaySources } from "./way.ts";

/** The way to a model on Bedrock; `baseUrl` is what the catalogue or the user says. */
export async function bedrockWay(
  model: Model,
  baseUrl: string,
  { machine, findKey }: WaySources,
): Promise<Way> {
  const { env } = machine;
  const chain = new CredentialChain({ ...machine, fetch: proxied(machine) });
  const region = await regionOf(machine);
  const place = {
    region,
    baseUrl: env["AWS_ENDPOINT_URL_BEDROCK_RUNTIME"] || baseUrl,
    now: machine.now,
  };
  const signed = deployBedrock({ credentials: chain.credentials }, place);
  const proxy = proxyFor(signed.baseUrl, env);
  const isOld = env["AWS_BEDROCK_FORCE_HTTP1"] === "1" || proxy !== undefined;
  return {
    deployment: {
      ...signed,
      ...(proxy !== undefined && { proxy }),
      ...(isOld && { httpVersion: "1.1" as const }),
      sign: async (request, signal) => {
        const { key } = await foundKey(model.provider, findKey);
        if (key === "") return (await signed.sign?.(request, signal)) ?? request;
        return { ...request, headers: { ...request.headers, authorization: `Bearer ${key}` } };
      },
    },
  };
}

async function regionOf(machine: Machine): Promise<string | undefined> {
  const named = machine.env["AWS_REGION"] || machine.env["AWS_DEFAULT_REGION"];
  return named || (await profileRegion({ ...machine, fetch: proxied(machine) }));
}

/** Credential services are reached as the model is. */
function proxied({ env }: Machine) {
  return (url: string, init: RequestInit): Promise<Response> => {
    const proxy = proxyFor(url, env);
    return fetch(url, { ...init, ...(proxy !== undefined && { proxy }) });
  };
}
