// Signs requests with AWS credentials, in the form a deployment wants.
import type { Deployment } from "./deployment.ts";
import { type AwsCredentials, signV4 } from "./sigv4.ts";

export interface SignerOptions {
  readonly region: string;
  readonly service: string;
  /** Asked for each request, so that expired credentials can be replaced. */
  readonly credentials: (signal: AbortSignal) => Promise<AwsCredentials>;
  readonly now?: () => number;
}

/** The `sign` of a deployment. */
export function createSigner(options: SignerOptions): NonNullable<Deployment["sign"]> {
  const { region, service, credentials, now = Date.now } = options;
  return async (request, signal) => {
    const { host, pathname, searchParams } = new URL(request.url);
    const { headers, body } = request;
    const query = [...searchParams];
    const signable = { method: "POST", host, path: pathname, query, headers, body };
    const scope = { region, service, nowMs: now() };
    const added = signV4(signable, await credentials(signal), scope);
    return { ...request, headers: { ...headers, ...added } };
  };
}
