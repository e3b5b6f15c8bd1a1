// Where each wire format wants its credential, as data. Knows no provider by name: a host that differs
// has a row of its own.

/** A header (with an optional prefix) or a query parameter. */
export type AuthPlacement =
  | { readonly in: "header"; readonly name: string; readonly prefix?: string }
  | { readonly in: "query"; readonly name: string };

/** Every condition that is given must hold. */
export interface PlacementRow {
  readonly apis?: readonly string[];
  /** The end of the host's name. */
  readonly host?: string;
  /** Whether the key is the access token of a login. */
  readonly isLogin?: boolean;
  readonly placement: AuthPlacement;
  /** What has to go with such a key. */
  readonly headers?: Readonly<Record<string, string>>;
}

const BEARER: AuthPlacement = { in: "header", name: "authorization", prefix: "Bearer " };

/** The first row that fits counts. */
export const PLACEMENTS: readonly PlacementRow[] = [
  {
    apis: ["anthropic-messages"],
    host: "api.anthropic.com",
    isLogin: true,
    placement: BEARER,
    headers: { "anthropic-beta": "oauth-2025-04-20" },
  },
  {
    apis: ["anthropic-messages"],
    isLogin: false,
    placement: { in: "header", name: "x-api-key" },
  },
  {
    apis: ["google-generative-ai", "google-vertex"],
    isLogin: false,
    placement: { in: "header", name: "x-goog-api-key" },
  },
  {
    apis: ["azure-openai-responses"],
    isLogin: false,
    placement: { in: "header", name: "api-key" },
  },
];

/** What holds where no row fits, and what any proxy understands. */
export const BEARER_ROW: PlacementRow = { placement: BEARER };

/** Keys that show by themselves that they are access tokens of a login. */
export const LOGIN_TOKEN = /^sk-ant-oat/;
