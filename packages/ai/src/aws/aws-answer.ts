// Reads credentials out of what AWS services and helper programs answer: JSON in several spellings, or the
// XML of STS. Anything else is a problem that is told.
import { countOf, type Fields, fieldsOf, textOf } from "../wire/json-access.ts";
import { awsProblem, type AwsSurroundings, type FoundCredentials } from "./aws-surroundings.ts";

/** Asks a service; its refusal is told in its own words. */
export async function askAws(
  { fetch }: AwsSurroundings,
  what: string,
  url: string,
  init: RequestInit,
): Promise<string> {
  let response: Response;
  try {
    response = await fetch(url, { redirect: "manual", ...init });
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw awsProblem(`${what} could not be reached at ${new URL(url).host}: ${reason}`);
  }
  const text = await response.text();
  if (response.ok) return text;
  const said = /<Message>([^<]*)<\/Message>/.exec(text)?.[1] ?? messageOf(fieldsOfJson(text));
  throw awsProblem(`${what} answered ${response.status}${said === undefined ? "." : `: ${said}`}`);
}

/** Credentials of a JSON answer, whatever the case of its keys. */
export function credentialsOfJson(what: string, text: string): FoundCredentials {
  const answer = fieldsOfJson(text);
  const inner = fieldsOf(answer["roleCredentials"] ?? answer["Credentials"] ?? answer);
  const fields = Object.fromEntries(
    Object.entries(inner).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const ending = fields["expiration"];
  return complete(what, {
    accessKeyId: textOf(fields["accesskeyid"]),
    secretAccessKey: textOf(fields["secretaccesskey"]),
    sessionToken: textOf(fields["sessiontoken"]) ?? textOf(fields["token"]),
    expiresAtMs: countOf(ending) ?? Date.parse(textOf(ending) ?? ""),
  });
}

/** Credentials of an answer of STS. */
export function credentialsOfXml(what: string, text: string): FoundCredentials {
  const field = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1];
  return complete(what, {
    accessKeyId: field("AccessKeyId"),
    secretAccessKey: field("SecretAccessKey"),
    sessionToken: field("SessionToken"),
    expiresAtMs: Date.parse(field("Expiration") ?? ""),
  });
}

interface Parts {
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
  readonly sessionToken: string | undefined;
  readonly expiresAtMs: number;
}

function complete(what: string, parts: Parts): FoundCredentials {
  const { accessKeyId, secretAccessKey, sessionToken, expiresAtMs } = parts;
  if (!accessKeyId || !secretAccessKey) throw awsProblem(`${what} gave no credentials.`);
  return {
    accessKeyId,
    secretAccessKey,
    ...(sessionToken && { sessionToken }),
    ...(Number.isFinite(expiresAtMs) && { expiresAtMs }),
  };
}

function messageOf(fields: Fields): string | undefined {
  return textOf(fields["message"]) ?? textOf(fields["Message"]);
}

/** The fields of a JSON object; none where the text is none. */
export function fieldsOfJson(text: string): Fields {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    // No JSON, no fields: what is missing is told by whoever reads them.
    return {};
  }
}
