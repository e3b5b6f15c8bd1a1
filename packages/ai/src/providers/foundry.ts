// What Foundry mode adds to requests for Claude: headers of one's own and a client certificate. Takes texts,
// reads nothing by itself.
import { ProviderError } from "../model/provider-error.ts";
import type { TlsMaterial } from "../transport/deployment.ts";

type Env = Readonly<Record<string, string | undefined>>;
type ReadText = (path: string) => Promise<string | undefined>;

const NAME = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const SEPARATOR = new RegExp(`\\r?\\n|,(?=\\s*${NAME}\\s*:)`);
const PAIR = new RegExp(`^\\s*(${NAME})\\s*:\\s*(.*?)\\s*$`);

/** Reads `name: value` pairs, separated by commas or line ends; a comma inside a value stays. */
export function parseHeaderList(text: string): Record<string, string> {
  const pairs = text.split(SEPARATOR).filter((part) => part.trim() !== "");
  return Object.fromEntries(
    pairs.map((part) => {
      const [, name, value] = PAIR.exec(part) ?? [];
      if (name === undefined || value === undefined)
        throw refused(`ANTHROPIC_CUSTOM_HEADERS: "${part.trim()}" is not of the form name: value.`);
      return [name.toLowerCase(), value];
    }),
  );
}

/** The certificates that the environment names or holds; undefined when it names none. */
export async function foundryTls(
  env: Env,
  readText: ReadText,
  publicAuthorities: () => readonly string[],
): Promise<TlsMaterial | undefined> {
  const read = (name: string) => pemOf(name, env[name], readText);
  const extra = await read("NODE_EXTRA_CA_CERTS");
  const cert = await read("CLAUDE_CODE_CLIENT_CERT");
  const key = await read("CLAUDE_CODE_CLIENT_KEY");
  if ((cert === undefined) !== (key === undefined))
    throw refused("CLAUDE_CODE_CLIENT_CERT and CLAUDE_CODE_CLIENT_KEY must be set together.");
  if (extra === undefined && cert === undefined) return undefined;
  return {
    // What is given here takes the place of the usual authorities, so they come along.
    ...(extra !== undefined && { ca: [...publicAuthorities(), extra] }),
    ...(cert !== undefined && key !== undefined && { cert, key }),
  };
}

async function pemOf(
  name: string,
  value: string | undefined,
  readText: ReadText,
): Promise<string | undefined> {
  if (!value) return undefined;
  const inline = value.replaceAll("\\n", "\n");
  const text = inline.includes("-----BEGIN ") ? inline : await readText(value);
  if (text === undefined) throw refused(`${name}: ${value} cannot be read.`);
  if (!text.includes("-----BEGIN ")) throw refused(`${name}: ${value} holds no PEM text.`);
  return text;
}

function refused(message: string): ProviderError {
  return new ProviderError({ kind: "invalid-request", message, retryable: false });
}
