// Claude through Foundry: another address, headers of the user's own, and a client certificate.
import { foundryTls, parseHeaderList } from "@oh-my-pi/pi-ai/foundry";
import { rootCertificates } from "node:tls";
import type { Machine } from "./machine.ts";
import type { Way } from "./way.ts";

/** The way in Foundry mode, from the way without it. */
export async function foundryWay(plain: Way, { env, readText }: Machine): Promise<Way> {
  const { deployment } = plain;
  const tls = await foundryTls(env, readText, () => rootCertificates);
  const headers = parseHeaderList(env["ANTHROPIC_CUSTOM_HEADERS"] ?? "");
  return {
    ...plain,
    deployment: {
      ...deployment,
      headers: { ...deployment.headers, ...headers },
      ...(tls !== undefined && { tls }),
    },
  };
}
