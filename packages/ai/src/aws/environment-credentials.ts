// Keys that stand in the environment itself.
import type { AwsSurroundings, FoundCredentials } from "./aws-surroundings.ts";

/** The environment's keys, when both are set. */
export function environmentCredentials({
  env,
}: Pick<AwsSurroundings, "env">): FoundCredentials | undefined {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  const sessionToken = env["AWS_SESSION_TOKEN"];
  if (!accessKeyId || !secretAccessKey) return undefined;
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
}
