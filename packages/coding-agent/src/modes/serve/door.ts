// Who may come in: only requests that were meant for this address, from programs or from our own page, with the token.
// Pure; a browser that was lured here by another site fails at least two of the checks.
import { isSameToken } from "./token.ts";

/** Why a request is turned away. */
export interface Refusal {
  readonly status: 401 | 403;
  readonly problem: string;
}

export interface Door {
  readonly port: number;
  readonly token: string;
}

type Headers = Pick<globalThis.Headers, "get">;

/** The subprotocol of our sockets; browsers cannot send a token otherwise. */
export const SOCKET_PROTOCOL = "omp";
const TOKEN_PROTOCOL = "omp-token.";

/** Turns away what was not meant for this address or comes from another site. */
export function strangerRefusal(headers: Headers, { port }: Door): Refusal | undefined {
  const hosts = ["127.0.0.1", "localhost"].map((name) => `${name}:${port}`);
  if (!hosts.includes(headers.get("host")?.toLowerCase() ?? ""))
    return { status: 403, problem: "This address is not served here." };
  const origin = headers.get("origin");
  if (origin !== null && !hosts.some((host) => origin === `http://${host}`))
    return { status: 403, problem: "Requests of other sites are not served." };
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none")
    return { status: 403, problem: "Requests of other sites are not served." };
  return undefined;
}

/** Turns away who does not know the token. */
export function keylessRefusal(headers: Headers, { token }: Door): Refusal | undefined {
  const given = bearerOf(headers) ?? protocolToken(headers) ?? "";
  if (isSameToken(given, token)) return undefined;
  return { status: 401, problem: "The token is missing or wrong." };
}

function bearerOf(headers: Headers): string | undefined {
  return /^Bearer (\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
}

function protocolToken(headers: Headers): string | undefined {
  const offered = headers.get("sec-websocket-protocol")?.split(",") ?? [];
  const found = offered.map((name) => name.trim()).find((name) => name.startsWith(TOKEN_PROTOCOL));
  return found?.slice(TOKEN_PROTOCOL.length);
}
