// Credentials of the role of an EC2 instance, from the metadata service of the machine (version 2: a token first).
// Asked last and briefly: on any other machine nobody answers there.
import { textOf } from "../wire/json-access.ts";
import { askAws, credentialsOfJson, fieldsOfJson } from "./aws-answer.ts";
import { awsProblem, type AwsSurroundings, type CredentialFinder } from "./aws-surroundings.ts";

const WHAT = "The instance metadata service";
const HOST = "http://169.254.169.254";
const HOST_IPV6 = "http://[fd00:ec2::254]";
const ROLES = "/latest/meta-data/iam/security-credentials/";
const TOKEN_TTL_S = "21600";
const DEFAULT_TIMEOUT_MS = 1000;

export const instanceCredentials: CredentialFinder = async (surroundings, signal) => {
  const { env } = surroundings;
  if (env["AWS_EC2_METADATA_DISABLED"]?.trim().toLowerCase() === "true") return undefined;
  const service = serviceOf(surroundings);
  const token = await service.token(signal);
  if (token === undefined) return undefined;
  const headers = { "x-aws-ec2-metadata-token": token };
  const ask = (path: string) => service.ask(path, { headers, signal });
  const role = (await ask(ROLES)).split("\n", 1)[0]?.trim();
  if (!role) return undefined;
  const answer = await ask(ROLES + encodeURIComponent(role));
  const code = textOf(fieldsOfJson(answer)["Code"]) ?? "Success";
  if (code !== "Success") throw awsProblem(`${WHAT} answered ${code} for the role ${role}.`);
  return credentialsOfJson(WHAT, answer);
};

interface MetadataService {
  /** Undefined where nobody answers as the service would. */
  token(signal: AbortSignal): Promise<string | undefined>;
  ask(path: string, init: RequestInit & { signal: AbortSignal }): Promise<string>;
}

function serviceOf(surroundings: AwsSurroundings): MetadataService {
  const { env } = surroundings;
  const isIpv6 = env["AWS_EC2_METADATA_SERVICE_ENDPOINT_MODE"]?.toLowerCase() === "ipv6";
  const host = env["AWS_EC2_METADATA_SERVICE_ENDPOINT"] || (isIpv6 ? HOST_IPV6 : HOST);
  const seconds = Number(env["AWS_METADATA_SERVICE_TIMEOUT"]);
  const timeoutMs = seconds > 0 ? seconds * 1000 : DEFAULT_TIMEOUT_MS;
  const ask: MetadataService["ask"] = (path, init) => {
    const signal = AbortSignal.any([init.signal, AbortSignal.timeout(timeoutMs)]);
    return askAws(surroundings, WHAT, host.replace(/\/+$/, "") + path, { ...init, signal });
  };
  return {
    ask,
    async token(signal) {
      const headers = { "x-aws-ec2-metadata-token-ttl-seconds": TOKEN_TTL_S };
      try {
        return (await ask("/latest/api/token", { method: "PUT", headers, signal })).trim();
      } catch (error) {
        if (signal.aborted) throw error;
        // This is no instance, or one that does not tell: there are simply no credentials here.
        return undefined;
      }
    },
  };
}
