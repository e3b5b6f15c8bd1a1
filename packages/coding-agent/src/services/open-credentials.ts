// The file with the keys of this user, opened or made. SQLite is loaded only here.
import type { CredentialStore } from "@oh-my-pi/pi-ai/credential-store";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { agentPaths } from "../platform/agent-paths.ts";
import type { Host } from "../platform/host.ts";
import { makeOwnFile } from "../platform/open-own-file.ts";

export async function openCredentials(host: Host): Promise<CredentialStore> {
  const { database } = agentPaths(host);
  mkdirSync(dirname(database), { recursive: true, mode: 0o700 });
  makeOwnFile(database);
  const { openCredentialStore } = await import("@oh-my-pi/pi-ai/credential-store");
  return openCredentialStore(database, host.now);
}
