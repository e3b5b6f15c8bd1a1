// What omp may hold to prove who it is to a provider. Pure data; where it is kept is not known here.
import { countOf, type Fields, fieldsOf, isFields, textOf } from "../wire/json-access.ts";

/** A secret for one provider. */
export type Secret =
  | { readonly kind: "apiKey"; readonly key: string }
  | {
      readonly kind: "oauth";
      readonly access: string;
      readonly refresh: string;
      readonly expiresAtMs: number;
      /** Account, project and the like, as the provider's login gave them. */
      readonly details?: Readonly<Record<string, string>>;
    };

/** Reads a stored secret; undefined when the text holds none. */
export function readSecret(text: string): Secret | undefined {
  const fields = parseFields(text);
  const key = textOf(fields["key"]);
  if (fields["kind"] === "apiKey" && key !== undefined) return { kind: "apiKey", key };
  const [access, refresh] = [textOf(fields["access"]), textOf(fields["refresh"])];
  const expiresAtMs = countOf(fields["expiresAtMs"]);
  const isLogin = access !== undefined && refresh !== undefined && expiresAtMs !== undefined;
  if (fields["kind"] !== "oauth" || !isLogin) return undefined;
  const details = Object.entries(fieldsOf(fields["details"])).filter(isTextEntry);
  const more = isFields(fields["details"]) ? { details: Object.fromEntries(details) } : {};
  return { kind: "oauth", access, refresh, expiresAtMs, ...more };
}

function isTextEntry(entry: readonly [string, unknown]): entry is [string, string] {
  return typeof entry[1] === "string";
}

function parseFields(text: string): Fields {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    // What is no JSON has no fields, and so is no secret.
    return {};
  }
}

/** A stored secret and what is known of its state. */
export interface Credential {
  readonly id: number;
  readonly provider: string;
  readonly secret: Secret;
  readonly label: string | undefined;
  /** Not to be used before this time; 0 when free. */
  readonly blockedUntilMs: number;
  /** Why it may not be used until somebody logs in again. */
  readonly disabledCause: string | undefined;
}

/** A secret as people may see it: enough to tell two apart, never enough to use. */
export function maskSecret(secret: string): string {
  return secret.length < 12 ? "•".repeat(8) : `${secret.slice(0, 4)}…${secret.slice(-4)}`;
}
