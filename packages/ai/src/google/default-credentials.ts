// Access tokens for Google Cloud from the credentials that its tools leave on a machine: a login, the key of a
// service account, or the machine's own identity. Given files and fetch; kept until they end.
import { createSign } from "node:crypto";
import { ProviderError } from "../model/provider-error.ts";
import { countOf, type Fields, fieldsOf, textOf } from "../wire/json-access.ts";

export interface GoogleSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string | undefined;
  /** The text of a file, or undefined when there is none. */
  readonly readText: (path: string) => Promise<string | undefined>;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly now: () => number;
}

export interface GoogleToken {
  readonly token: string;
  /** The project that is billed, where the login names one. */
  readonly quotaProject?: string | undefined;
  readonly expiresAtMs: number;
}

const TOKEN_URI = "https://oauth2.googleapis.com/token";
const SCOPE = "https://www.googleapis.com/auth/cloud-platform";
const MARGIN_MS = 60_000;
const LIFE_S = 3600;
const METADATA_TIMEOUT_MS = 3000;

/** Finds tokens and remembers the last one. */
export class DefaultCredentials {
  readonly #surroundings: GoogleSurroundings;
  #known: GoogleToken | undefined;

  constructor(surroundings: GoogleSurroundings) {
    this.#surroundings = surroundings;
  }

  /** A valid token; throws a `ProviderError` that says what is missing. */
  async token(signal: AbortSignal): Promise<GoogleToken> {
    const known = this.#known;
    if (known !== undefined && known.expiresAtMs > this.#surroundings.now() + MARGIN_MS)
      return known;
    const found = await findToken(this.#surroundings, signal);
    this.#known = found;
    return found;
  }
}

async function findToken(s: GoogleSurroundings, signal: AbortSignal): Promise<GoogleToken> {
  const file = await readFile(s);
  if (file === undefined) return machineToken(s, signal);
  const kind = textOf(file["type"]);
  if (kind !== "authorized_user" && kind !== "service_account")
    throw problem(`Google credentials of type ${kind ?? "(none)"} are not supported.`);
  const form = kind === "authorized_user" ? loginForm(file) : serviceForm(file, s.now());
  const uri = textOf(file["token_uri"]) ?? TOKEN_URI;
  const init = { method: "POST", body: new URLSearchParams(form), signal };
  const token = await ask(s, uri, init);
  const quotaProject = textOf(file["quota_project_id"]);
  return { ...token, ...(quotaProject !== undefined && { quotaProject }) };
}

async function readFile(s: GoogleSurroundings): Promise<Fields | undefined> {
  const named = s.env["GOOGLE_APPLICATION_CREDENTIALS"];
  const folder = s.env["CLOUDSDK_CONFIG"] || (s.home && `${s.home}/.config/gcloud`);
  const path = named || (folder && `${folder}/application_default_credentials.json`);
  const text = path ? await s.readText(path) : undefined;
  if (text === undefined) {
    if (named) throw problem(`GOOGLE_APPLICATION_CREDENTIALS: ${named} cannot be read.`);
    return undefined;
  }
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    throw problem(`${path}: not valid JSON.`);
  }
}

function loginForm(file: Fields): Record<string, string> {
  return {
    grant_type: "refresh_token",
    client_id: need(file, "client_id"),
    client_secret: need(file, "client_secret"),
    refresh_token: need(file, "refresh_token"),
  };
}

function serviceForm(file: Fields, nowMs: number): Record<string, string> {
  const iat = Math.floor(nowMs / 1000);
  const header = { alg: "RS256", typ: "JWT", kid: textOf(file["private_key_id"]) };
  const aud = textOf(file["token_uri"]) ?? TOKEN_URI;
  const claims = { iss: need(file, "client_email"), scope: SCOPE, aud, iat, exp: iat + LIFE_S };
  const signed = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const signature = createSign("RSA-SHA256").update(signed).sign(need(file, "private_key"));
  return {
    grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
    assertion: `${signed}.${signature.toString("base64url")}`,
  };
}

function need(file: Fields, name: string): string {
  const value = textOf(file[name]);
  if (!value) throw problem(`The Google credentials file lacks ${name}.`);
  return value;
}

async function machineToken(s: GoogleSurroundings, signal: AbortSignal): Promise<GoogleToken> {
  const host = s.env["GCE_METADATA_HOST"] || "metadata.google.internal";
  const url = `http://${host}/computeMetadata/v1/instance/service-accounts/default/token`;
  // Beside a machine of Google's it answers at once; elsewhere nobody may be there to refuse.
  const brief = AbortSignal.any([signal, AbortSignal.timeout(METADATA_TIMEOUT_MS)]);
  try {
    return await ask(s, url, { headers: { "metadata-flavor": "Google" }, signal: brief });
  } catch (error) {
    if (signal.aborted) throw error;
    throw problem(
      "No Google Cloud credentials. Run: gcloud auth application-default login, or set GOOGLE_CLOUD_API_KEY or GOOGLE_APPLICATION_CREDENTIALS.",
    );
  }
}

async function ask(s: GoogleSurroundings, url: string, init: RequestInit): Promise<GoogleToken> {
  const askedAtMs = s.now();
  let text: string;
  let status: number;
  try {
    const response = await s.fetch(url, { redirect: "manual", ...init });
    status = response.status;
    text = await response.text();
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw problem(`${new URL(url).host} could not be reached for an access token: ${reason}`);
  }
  const fields = parse(text);
  const token = textOf(fields["access_token"]);
  if (status === 200 && token !== undefined)
    return { token, expiresAtMs: askedAtMs + (countOf(fields["expires_in"]) ?? 0) * 1000 };
  const said = textOf(fields["error_description"]) ?? textOf(fields["error"]) ?? "no access token";
  throw problem(`${new URL(url).host} answered ${status}: ${said}`);
}

function parse(text: string): Fields {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    // An answer that is no JSON holds no token, which is told.
    return {};
  }
}

function problem(message: string): ProviderError {
  return new ProviderError({ kind: "auth", message, retryable: false });
}
