// The one-time move from the settings file of older versions (settings.json, config.json) to config.yml. The
// old file is kept beside the new one, never changed.
import { existsSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { withFileLock, writeFileAtomically } from "../platform/atomic-file.ts";
import { type ConfigRead, readConfigFile } from "./config-file.ts";
import { migrateKeys } from "./migrate-keys.ts";

const OLD_NAMES = ["settings.json", "config.json"];

/** Moves older settings to `globalFile` if it is not there; gives them, or undefined when there were none. */
export async function adoptLegacySettings(
  globalFile: string,
  platform: NodeJS.Platform,
): Promise<ConfigRead | undefined> {
  if (existsSync(globalFile)) return undefined;
  const old = OLD_NAMES.map((name) => join(dirname(globalFile), name)).find(existsSync);
  if (old === undefined) return undefined;
  const read = await readConfigFile(old);
  if (!read.ok) return read;
  const values = { ...migrateKeys(read.values) };
  try {
    await withFileLock(`${globalFile}.lock`, { platform, timeoutMs: 5000 }, async () => {
      if (existsSync(globalFile)) return;
      const { stringify } = await import("yaml");
      writeFileAtomically(globalFile, stringify(values));
      renameSync(old, `${old}.bak`);
    });
  } catch {
    // A directory that cannot be written to: the old file is used as it is, and moved another time.
  }
  return { ok: true, values };
}
