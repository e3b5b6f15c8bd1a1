// Credentials of a profile that logs in through IAM Identity Center: the login's token, which the AWS tools
// keep in their cache, is exchanged for the role's keys.
import { createHash } from "node:crypto";
import { fieldsOf, textOf } from "../wire/json-access.ts";
import { askAws, credentialsOfJson } from "./aws-answer.ts";
import { awsProblem, type AwsSurroundings, type FoundCredentials } from "./aws-surroundings.ts";
import { awsFolder, type ProfileFiles, type Section } from "./profile-files.ts";

const WHAT = "AWS IAM Identity Center";

/** True for a profile that names an account to log in to. */
export function isSsoProfile(profile: Section): boolean {
  return Boolean(profile["sso_account_id"] && (profile["sso_session"] || profile["sso_start_url"]));
}

/** Exchanges the cached login of such a profile. */
export async function ssoCredentials(
  name: string,
  { profiles, ssoSessions }: ProfileFiles,
  surroundings: AwsSurroundings,
  signal: AbortSignal,
): Promise<FoundCredentials> {
  const profile = profiles.get(name) ?? {};
  const session = profile["sso_session"];
  const login = session === undefined ? profile : (ssoSessions.get(session) ?? {});
  const { sso_start_url: startUrl, sso_region: region } = login;
  const { sso_account_id: account = "", sso_role_name: role = "" } = profile;
  if (!startUrl || !region || role === "")
    throw awsProblem(
      `The AWS profile ${name} lacks sso_start_url, sso_region or sso_role_name${session ? ` (session ${session})` : ""}.`,
    );
  const token = await cachedToken(name, session ?? startUrl, surroundings);
  const base =
    surroundings.env["AWS_ENDPOINT_URL_SSO"] || `https://portal.sso.${region}.amazonaws.com`;
  const query = new URLSearchParams({ account_id: account, role_name: role });
  const url = `${base.replace(/\/+$/, "")}/federation/credentials?${query.toString()}`;
  const init = { headers: { "x-amz-sso_bearer_token": token }, signal };
  return credentialsOfJson(WHAT, await askAws(surroundings, WHAT, url, init));
}

async function cachedToken(
  profile: string,
  key: string,
  surroundings: AwsSurroundings,
): Promise<string> {
  const file = `${createHash("sha1").update(key).digest("hex")}.json`;
  const folder = awsFolder(surroundings);
  const text = folder && (await surroundings.readText(`${folder}/sso/cache/${file}`));
  const { accessToken, expiresAt } = fieldsOf(parse(text ?? ""));
  const token = textOf(accessToken);
  const endsAtMs = Date.parse(textOf(expiresAt) ?? "");
  if (token !== undefined && endsAtMs > surroundings.now()) return token;
  const state = token === undefined ? "There is no login" : "The login has ended";
  throw awsProblem(`${state} for AWS profile ${profile}; run: aws sso login --profile ${profile}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A cache that cannot be read holds no login.
    return undefined;
  }
}
