// Roles taken on through the Security Token Service: with a web identity's token, or with other credentials.
import { signV4, type AwsCredentials } from "../transport/sigv4.ts";
import { askAws, credentialsOfXml } from "./aws-answer.ts";
import { awsProblem, type AwsSurroundings, type FoundCredentials } from "./aws-surroundings.ts";

const WHAT = "AWS STS";

/** A role, as the environment or a profile names it. */
export interface Role {
  readonly arn: string;
  readonly sessionName?: string | undefined;
  readonly externalId?: string | undefined;
  readonly region: string;
}

/** Takes on a role with the token in a file. */
export async function assumeWithWebIdentity(
  surroundings: AwsSurroundings,
  role: Role,
  tokenFile: string,
  signal: AbortSignal,
): Promise<FoundCredentials> {
  const token = (await surroundings.readText(tokenFile))?.trim();
  if (!token) throw awsProblem(`The web identity token file ${tokenFile} cannot be read.`);
  const fields = { ...roleFields("AssumeRoleWithWebIdentity", role), WebIdentityToken: token };
  return ask(surroundings, role.region, new URLSearchParams(fields).toString(), {}, signal);
}

/** Takes on a role with other credentials. */
export async function assumeRole(
  surroundings: AwsSurroundings,
  role: Role,
  credentials: AwsCredentials,
  signal: AbortSignal,
): Promise<FoundCredentials> {
  const fields = roleFields("AssumeRole", role);
  const { externalId, region } = role;
  const body = new URLSearchParams({
    ...fields,
    ...(externalId && { ExternalId: externalId }),
  }).toString();
  const { host, pathname } = new URL(endpoint(surroundings, region));
  const signed = signV4(
    { method: "POST", host, path: pathname, query: [], headers: FORM, body },
    credentials,
    { region, service: "sts", nowMs: surroundings.now() },
  );
  return ask(surroundings, region, body, signed, signal);
}

const FORM = { "content-type": "application/x-www-form-urlencoded" };

function roleFields(action: string, { arn, sessionName }: Role): Record<string, string> {
  return {
    Action: action,
    Version: "2011-06-15",
    RoleArn: arn,
    RoleSessionName: sessionName || "omp",
  };
}

function endpoint({ env }: AwsSurroundings, region: string): string {
  const suffix = region.startsWith("cn-") ? ".cn" : "";
  return env["AWS_ENDPOINT_URL_STS"] || `https://sts.${region}.amazonaws.com${suffix}/`;
}

async function ask(
  surroundings: AwsSurroundings,
  region: string,
  body: string,
  signed: Record<string, string>,
  signal: AbortSignal,
): Promise<FoundCredentials> {
  const init = { method: "POST", headers: { ...FORM, ...signed }, body, signal };
  const url = endpoint(surroundings, region);
  return credentialsOfXml(WHAT, await askAws(surroundings, WHAT, url, init));
}
