// Credentials of a container (ECS, EKS Pod Identity): an endpoint beside it that the environment names.
import { askAws, credentialsOfJson } from "./aws-answer.ts";
import { awsProblem, type CredentialFinder } from "./aws-surroundings.ts";

const WHAT = "The container's credential endpoint";
const ECS_HOST = "http://169.254.170.2";
/** Only here may a token be sent in the clear: these hosts are the machine itself. */
const OWN_HOSTS: ReadonlySet<string> = new Set([
  "localhost",
  "127.0.0.1",
  "[::1]",
  "169.254.170.2",
  "169.254.170.23",
  "[fd00:ec2::23]",
]);

export const containerCredentials: CredentialFinder = async (surroundings, signal) => {
  const { env } = surroundings;
  const relative = env["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"];
  const full = env["AWS_CONTAINER_CREDENTIALS_FULL_URI"];
  if (!relative && !full) return undefined;
  const url = relative ? `${ECS_HOST}${relative}` : checked(full ?? "");
  const tokenFile = env["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"];
  const token = tokenFile
    ? (await surroundings.readText(tokenFile))?.trim()
    : env["AWS_CONTAINER_AUTHORIZATION_TOKEN"];
  if (tokenFile && token === undefined)
    throw awsProblem(`AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: ${tokenFile} cannot be read.`);
  const headers = { accept: "application/json", ...(token && { authorization: token }) };
  return credentialsOfJson(WHAT, await askAws(surroundings, WHAT, url, { headers, signal }));
};

function checked(full: string): string {
  if (!URL.canParse(full))
    throw awsProblem(`AWS_CONTAINER_CREDENTIALS_FULL_URI is no address: ${full}`);
  const { protocol, hostname } = new URL(full);
  if (protocol === "https:" || (protocol === "http:" && OWN_HOSTS.has(hostname))) return full;
  throw awsProblem(
    `AWS_CONTAINER_CREDENTIALS_FULL_URI must be https or an address of this machine, not ${hostname}.`,
  );
}
