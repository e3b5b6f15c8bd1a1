// Reads the user's models.yml. An older models.json is taken over once and kept beside it under another name.
import {
  type ParsedModelsConfig,
  parseModelsConfig,
} from "@oh-my-pi/pi-catalog/parse-models-config";
import { readFileSync, renameSync } from "node:fs";
import { writeFileAtomically } from "../../platform/atomic-file.ts";

/** The file that counts, and what it says. */
export interface ModelsFile {
  readonly path: string;
  readonly parsed: ParsedModelsConfig;
}

/** The models file of the user; undefined when there is none. */
export async function readModelsFile(path: string): Promise<ModelsFile | undefined> {
  const text = readIfThere(path);
  if (text !== undefined) return { path, parsed: await parseModelsConfig(text, path) };
  return adoptOlderFile(path);
}

/** A sound models.json becomes models.yml; a wrong one stays, so that its error names a line that is there. */
async function adoptOlderFile(path: string): Promise<ModelsFile | undefined> {
  const older = path.replace(/\.ya?ml$/, ".json");
  const text = older === path ? undefined : readIfThere(older);
  if (text === undefined) return undefined;
  const parsed = await parseModelsConfig(text, older);
  if (!parsed.ok) return { path: older, parsed };
  try {
    const { stringify } = await import("yaml");
    writeFileAtomically(path, stringify(parsed.config));
    renameSync(older, `${older}.bak`);
  } catch {
    // A directory that cannot be written to: the older file serves as it is, and is moved another time.
  }
  return { path: older, parsed };
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // No models file is the usual case; one that cannot be read counts as absent.
    return undefined;
  }
}
