// Puts a model and a key together into the way the model is reached. Pure; where the key came from and
// which options the user set is decided elsewhere.
import type { Model } from "@oh-my-pi/pi-catalog/model";
import type { Deployment } from "../transport/deployment.ts";
import { BEARER_ROW, LOGIN_TOKEN, PLACEMENTS, type PlacementRow } from "./auth-placement.ts";

export interface DeploymentOptions extends Omit<Deployment, "baseUrl"> {
  /** Without one, requests carry no credential. */
  readonly key?: string | undefined;
  /** The key is the access token of a login (OAuth), not an API key. */
  readonly isLogin?: boolean;
  /** Carry the key as a bearer token whatever the wire format's custom (`authHeader` in models.yml). */
  readonly isBearer?: boolean;
  /** Takes the place of the model's own URL. */
  readonly baseUrl?: string | undefined;
}

/** How to reach a model. */
export function deploymentFor(model: Model, options: DeploymentOptions = {}): Deployment {
  const { key, isLogin, isBearer, baseUrl = model.baseUrl, ...rest } = options;
  if (key === undefined) return { baseUrl, ...rest };
  const isToken = isLogin === true || LOGIN_TOKEN.test(key);
  const row = isBearer === true ? BEARER_ROW : placementOf(model.api, baseUrl, isToken);
  const { placement } = row;
  if (placement.in === "query") {
    const query = { [placement.name]: key, ...rest.query };
    return { baseUrl, ...rest, query, headers: { ...row.headers, ...rest.headers } };
  }
  const credential = { [placement.name]: `${placement.prefix ?? ""}${key}` };
  return { baseUrl, ...rest, headers: { ...row.headers, ...credential, ...rest.headers } };
}

function placementOf(api: string, baseUrl: string, isLogin: boolean): PlacementRow {
  const host = URL.canParse(baseUrl) ? new URL(baseUrl).hostname : "";
  const row = PLACEMENTS.find(
    (each) =>
      (each.apis?.includes(api) ?? true) &&
      (each.host === undefined || host === each.host || host.endsWith(`.${each.host}`)) &&
      (each.isLogin === undefined || each.isLogin === isLogin),
  );
  return row ?? BEARER_ROW;
}
