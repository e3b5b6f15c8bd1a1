// Opens the connection to a model's host before the first request needs it. Best effort: whether it
// helped shows in the request itself.
import type { Deployment } from "../transport/deployment.ts";

/** Starts connecting and returns at once; an address that is none is left to the request to report. */
export function preconnect(
  deployment: Pick<Deployment, "baseUrl" | "proxy" | "tls">,
  connect: (url: string) => void = openConnection,
): void {
  // A proxied or client-authenticated connection is not the one that would be opened here.
  const isDirect = deployment.proxy === undefined && deployment.tls === undefined;
  if (!isDirect || !URL.canParse(deployment.baseUrl)) return;
  const { origin, protocol } = new URL(deployment.baseUrl);
  if (protocol === "https:" || protocol === "http:") connect(origin);
}

function openConnection(origin: string): void {
  try {
    fetch.preconnect(origin);
  } catch {
    // Bun refuses addresses without a port of their own: then at least the name is looked up early.
    const { protocol, hostname } = new URL(origin);
    Bun.dns.prefetch(hostname, protocol === "https:" ? 443 : 80);
  }
}
