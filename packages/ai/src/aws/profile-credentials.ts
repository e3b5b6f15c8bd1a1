// Credentials of a named profile: keys, a login, a helper program, or a role taken on from any of these.
import { credentialsOfJson } from "./aws-answer.ts";
import { awsProblem, type AwsSurroundings, type FoundCredentials } from "./aws-surroundings.ts";
import { containerCredentials } from "./container-credentials.ts";
import { environmentCredentials } from "./environment-credentials.ts";
import { instanceCredentials } from "./instance-credentials.ts";
import { type ProfileFiles, readProfileFiles, type Section } from "./profile-files.ts";
import { isSsoProfile, ssoCredentials } from "./sso-credentials.ts";
import { assumeRole, assumeWithWebIdentity, type Role } from "./sts.ts";

const PROCESS_TIMEOUT_MS = 60_000;
const DEFAULT_REGION = "us-east-1";

/** The profile in force. */
export function profileName({ env }: Pick<AwsSurroundings, "env">): string {
  return env["AWS_PROFILE"] || "default";
}

/** The region that the profile in force names. */
export async function profileRegion(surroundings: AwsSurroundings): Promise<string | undefined> {
  const { profiles } = await readProfileFiles(surroundings);
  return profiles.get(profileName(surroundings))?.["region"] || undefined;
}

/** What the profile in force gives; undefined when there is no such profile and none was named. */
export async function profileCredentials(
  surroundings: AwsSurroundings,
  signal: AbortSignal,
): Promise<FoundCredentials | undefined> {
  const files = await readProfileFiles(surroundings);
  const name = profileName(surroundings);
  const isNamed = Boolean(surroundings.env["AWS_PROFILE"]);
  if (!files.profiles.has(name)) {
    if (!isNamed) return undefined;
    const known = [...files.profiles.keys()].join(", ") || "none";
    throw awsProblem(`There is no AWS profile ${name}; there are: ${known}.`);
  }
  const found = await new ProfileWalk(files, surroundings, signal).find(name);
  if (found !== undefined || !isNamed) return found;
  throw awsProblem(`The AWS profile ${name} holds no credentials and no way to get any.`);
}

/** Follows profiles that build on others. */
class ProfileWalk {
  readonly #files: ProfileFiles;
  readonly #surroundings: AwsSurroundings;
  readonly #signal: AbortSignal;
  readonly #seen = new Set<string>();

  constructor(files: ProfileFiles, surroundings: AwsSurroundings, signal: AbortSignal) {
    this.#files = files;
    this.#surroundings = surroundings;
    this.#signal = signal;
  }

  async find(name: string): Promise<FoundCredentials | undefined> {
    const profile = this.#files.profiles.get(name);
    if (profile === undefined) throw awsProblem(`There is no AWS profile ${name}.`);
    const arn = profile["role_arn"];
    // A role whose source is the profile itself uses the keys beside it.
    if (!arn || this.#seen.has(name)) return this.#own(name, profile);
    this.#seen.add(name);
    const role = { arn, ...this.#roleParts(profile) };
    const tokenFile = profile["web_identity_token_file"];
    if (tokenFile) return assumeWithWebIdentity(this.#surroundings, role, tokenFile, this.#signal);
    const source = await this.#source(name, profile);
    return assumeRole(this.#surroundings, role, source, this.#signal);
  }

  async #own(name: string, profile: Section): Promise<FoundCredentials | undefined> {
    const { aws_access_key_id: accessKeyId, aws_secret_access_key: secretAccessKey } = profile;
    if (accessKeyId && secretAccessKey) {
      const sessionToken = profile["aws_session_token"];
      return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
    }
    if (isSsoProfile(profile))
      return ssoCredentials(name, this.#files, this.#surroundings, this.#signal);
    const command = profile["credential_process"];
    return command ? this.#run(name, command) : undefined;
  }

  async #run(name: string, command: string): Promise<FoundCredentials> {
    const what = `The credential_process of AWS profile ${name}`;
    const printed = await this.#surroundings.runCommand(command, PROCESS_TIMEOUT_MS);
    if (printed === undefined) throw awsProblem(`${what} failed.`);
    return credentialsOfJson(what, printed);
  }

  async #source(name: string, profile: Section): Promise<FoundCredentials> {
    const { source_profile: other, credential_source: place } = profile;
    const found = other ? await this.find(other) : await this.#surrounding(place);
    if (found !== undefined) return found;
    throw awsProblem(
      `The AWS profile ${name} takes on a role, but its source ${other ?? place ?? "(none)"} has no credentials.`,
    );
  }

  async #surrounding(place: string | undefined): Promise<FoundCredentials | undefined> {
    if (place === "Environment") return environmentCredentials(this.#surroundings);
    if (place === "EcsContainer") return containerCredentials(this.#surroundings, this.#signal);
    if (place === "Ec2InstanceMetadata")
      return instanceCredentials(this.#surroundings, this.#signal);
    return undefined;
  }

  #roleParts(profile: Section): Omit<Role, "arn"> {
    const { env } = this.#surroundings;
    return {
      sessionName: profile["role_session_name"],
      externalId: profile["external_id"],
      region: env["AWS_REGION"] || profile["region"] || DEFAULT_REGION,
    };
  }
}
