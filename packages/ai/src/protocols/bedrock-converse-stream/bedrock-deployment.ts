// Where Bedrock is, region by region, and how a request proves who sends it: a bearer token, or a signature
// with keys. How keys are found (profile, container, web identity) is decided elsewhere.
import type { Deployment } from "../../transport/deployment.ts";
import type { AwsCredentials } from "../../transport/sigv4.ts";
import { createSigner } from "../../transport/sigv4-signer.ts";

export type BedrockAuth =
  | { readonly token: string }
  | { readonly credentials: (signal: AbortSignal) => Promise<AwsCredentials> };

export interface BedrockPlace {
  /** Without one, that of the base URL, else `us-east-1`. */
  readonly region?: string | undefined;
  /** An endpoint of one's own; else the region's. */
  readonly baseUrl?: string | undefined;
  readonly now?: () => number;
}

const DEFAULT_REGION = "us-east-1";
const PUBLIC_HOST = /^https:\/\/bedrock-runtime(?:-fips)?\.([\w-]+)\.amazonaws\.com(?:\.cn)?\/*$/;

/** A deployment in a region. A public base URL of another region gives way to the region's own. */
export function deployBedrock(auth: BedrockAuth, place: BedrockPlace = {}): Deployment {
  const given = place.baseUrl ?? "";
  const itsRegion = PUBLIC_HOST.exec(given)?.[1];
  const region = place.region || itsRegion || DEFAULT_REGION;
  const isKept = given !== "" && (itsRegion === undefined || itsRegion === region);
  const baseUrl = isKept ? given : publicUrl(region);
  if ("token" in auth) return { baseUrl, headers: { authorization: `Bearer ${auth.token}` } };
  const { credentials } = auth;
  const clock = place.now === undefined ? {} : { now: place.now };
  return { baseUrl, sign: createSigner({ region, service: "bedrock", credentials, ...clock }) };
}

function publicUrl(region: string): string {
  const suffix = region.startsWith("cn-") ? ".cn" : "";
  return `https://bedrock-runtime.${region}.amazonaws.com${suffix}`;
}
