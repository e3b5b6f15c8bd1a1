// The shared files of the AWS tools: profiles and SSO sessions by name. Reads text, decides nothing.
import type { AwsSurroundings } from "./aws-surroundings.ts";

/** The keys of one section. */
export type Section = Readonly<Record<string, string>>;

export interface ProfileFiles {
  readonly profiles: ReadonlyMap<string, Section>;
  readonly ssoSessions: ReadonlyMap<string, Section>;
}

/** Where the tools keep their files, or undefined without a home. */
export function awsFolder({ home }: Pick<AwsSurroundings, "home">): string | undefined {
  return home === undefined ? undefined : `${home}/.aws`;
}

/** Both files joined; for a key in both the credentials file wins. */
export async function readProfileFiles(surroundings: AwsSurroundings): Promise<ProfileFiles> {
  const { env, readText } = surroundings;
  const folder = awsFolder(surroundings);
  const read = async (named: string | undefined, usual: string) => {
    const path = named || (folder && `${folder}/${usual}`);
    return path ? parseSections((await readText(path)) ?? "") : new Map<string, Section>();
  };
  const config = await read(env["AWS_CONFIG_FILE"], "config");
  const credentials = await read(env["AWS_SHARED_CREDENTIALS_FILE"], "credentials");
  const profiles = new Map<string, Section>();
  const ssoSessions = new Map<string, Section>();
  for (const [title, section] of config) {
    const [, kind, name] = /^(profile|sso-session)\s+(.+)$/.exec(title) ?? [];
    if (kind === "sso-session" && name !== undefined) ssoSessions.set(name, section);
    else if (name !== undefined) profiles.set(name, section);
    else if (title === "default" && !profiles.has(title)) profiles.set(title, section);
  }
  for (const [name, section] of credentials) {
    profiles.set(name, { ...profiles.get(name), ...section });
  }
  return { profiles, ssoSessions };
}

/** Sections by title. Comments, blank lines and nested settings are passed over. */
function parseSections(text: string): Map<string, Section> {
  const sections = new Map<string, Record<string, string>>();
  let current: Record<string, string> | undefined;
  for (const line of text.split(/\r?\n/)) {
    const title = /^\s*\[([^\]]+)\]/.exec(line)?.[1]?.trim();
    if (title !== undefined) {
      current = sections.get(title) ?? {};
      sections.set(title, current);
      continue;
    }
    const [, key, value] = /^([^\s#;=][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (current !== undefined && key !== undefined && value !== undefined)
      current[key.toLowerCase()] = value.replace(/\s+[#;].*$/, "");
  }
  return sections;
}
