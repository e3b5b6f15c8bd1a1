// Where AWS credentials come from, in the order in which the AWS tools look: the environment unless a profile
// is named, the profile, a web identity, the container, the instance. Looked for at the first request, kept until
// they end.
import { awsProblem, type AwsSurroundings, type FoundCredentials } from "./aws-surroundings.ts";
import { containerCredentials } from "./container-credentials.ts";
import { environmentCredentials } from "./environment-credentials.ts";
import { instanceCredentials } from "./instance-credentials.ts";
import { profileCredentials } from "./profile-credentials.ts";
import { assumeWithWebIdentity } from "./sts.ts";

/** Credentials this close to their end are replaced first. */
const MARGIN_MS = 5 * 60_000;
const NOBODY: FoundCredentials = { accessKeyId: "none", secretAccessKey: "none" };

/** Finds credentials and remembers them. */
export class CredentialChain {
  readonly #surroundings: AwsSurroundings;
  #known: FoundCredentials | undefined;

  constructor(surroundings: AwsSurroundings) {
    this.#surroundings = surroundings;
  }

  /** Valid credentials; throws a `ProviderError` that says what is missing. */
  readonly credentials = async (signal: AbortSignal): Promise<FoundCredentials> => {
    const known = this.#known;
    if (known !== undefined && this.#isFresh(known)) return known;
    const found = await findCredentials(this.#surroundings, signal);
    this.#known = found;
    return found;
  };

  #isFresh({ expiresAtMs }: FoundCredentials): boolean {
    return expiresAtMs === undefined || expiresAtMs > this.#surroundings.now() + MARGIN_MS;
  }
}

async function findCredentials(
  surroundings: AwsSurroundings,
  signal: AbortSignal,
): Promise<FoundCredentials> {
  const { env } = surroundings;
  if (env["AWS_BEDROCK_SKIP_AUTH"] === "1") return NOBODY;
  const own = env["AWS_PROFILE"] ? undefined : environmentCredentials(surroundings);
  const found =
    own ??
    (await profileCredentials(surroundings, signal)) ??
    (await webIdentity(surroundings, signal)) ??
    (await containerCredentials(surroundings, signal)) ??
    (await instanceCredentials(surroundings, signal));
  if (found !== undefined) return found;
  throw awsProblem(
    "No AWS credentials. Looked in: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, AWS_PROFILE, AWS_WEB_IDENTITY_TOKEN_FILE, AWS_CONTAINER_CREDENTIALS_*, the instance metadata service.",
  );
}

async function webIdentity(
  surroundings: AwsSurroundings,
  signal: AbortSignal,
): Promise<FoundCredentials | undefined> {
  const { env } = surroundings;
  const { AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile, AWS_ROLE_ARN: arn } = env;
  if (!tokenFile || !arn) return undefined;
  const region = env["AWS_REGION"] || env["AWS_DEFAULT_REGION"] || "us-east-1";
  const role = { arn, sessionName: env["AWS_ROLE_SESSION_NAME"], region };
  return assumeWithWebIdentity(surroundings, role, tokenFile, signal);
}
