// The settings in force for one run, and the way to change the user's own. Knows no setting: the list
// of declared ones is given to it.
import { withFileLock } from "../platform/atomic-file.ts";
import { adoptLegacySettings } from "./adopt-legacy.ts";
import {
  changeConfigFile,
  type ConfigRead,
  findKeyLines,
  parseConfig,
  readConfigFile,
} from "./config-file.ts";
import {
  type Layer,
  type LayerName,
  resolveLayers,
  type Resolved,
  type SettingNote,
} from "./layers.ts";
import { migrateKeys } from "./migrate-keys.ts";
import { findSetting, type Setting } from "./setting.ts";
import { watchFile } from "./watch-file.ts";

/** What settings are made from. */
export interface SettingsSources {
  readonly declared: readonly Setting[];
  /** The user's config.yml. */
  readonly globalFile: string;
  /** Settings files of a project that the user trusts, weakest first. */
  readonly projectFiles: readonly AgreedFile[];
  /** What this run was told by flags, environment or its host. */
  readonly overrides: readonly Layer[];
  /** What is known already about files that are not read. */
  readonly notes?: readonly SettingNote[];
  readonly platform: NodeJS.Platform;
}

/** A file of a project with the text that the user agreed to. */
export interface AgreedFile {
  readonly path: string;
  readonly text: string;
}

/** Reads all layers. A file that cannot be read is left out and noted. */
export async function loadSettings(sources: SettingsSources): Promise<Settings> {
  return Settings.load(sources);
}

async function readFiles(sources: SettingsSources): Promise<ReadFile[]> {
  const { globalFile, platform } = sources;
  const adopted = await adoptLegacySettings(globalFile, platform);
  const own = adopted ?? (await readConfigFile(globalFile));
  const agreed = sources.projectFiles.map(async ({ path, text }): Promise<ReadFile> => {
    const read = await parseConfig(text, path);
    return { name: "project", path, read: withPresentKeys(read) };
  });
  return [
    { name: "global", path: globalFile, read: withPresentKeys(own) },
    ...(await Promise.all(agreed)),
  ];
}

/** Keys that have others below them, as `todo.reminders` has `todo.reminders.max`. */
function groupsOf(declared: readonly Setting[]): Set<string> {
  const keys = declared.map(({ key }) => key);
  return new Set(keys.filter((key) => keys.some((other) => other.startsWith(`${key}.`))));
}

function withPresentKeys(read: ConfigRead): ConfigRead {
  return read.ok ? { ...read, values: { ...migrateKeys(read.values) } } : read;
}

interface ReadFile {
  readonly name: LayerName;
  readonly path: string;
  readonly read: ConfigRead;
  /** What it said when it could last be read. */
  readonly kept?: Layer["values"];
}

/** Values by setting; changes go to the user's file and hold at once. */
export class Settings {
  readonly #sources: SettingsSources;
  #files: readonly ReadFile[];
  #resolved: Resolved;

  /** Lines of the keys that have notes, by file. */
  #lines: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map();

  private constructor(sources: SettingsSources, files: readonly ReadFile[]) {
    this.#sources = sources;
    this.#files = files;
    this.#resolved = this.#resolve();
  }

  /** Reads all layers. */
  static async load(sources: SettingsSources): Promise<Settings> {
    const settings = new Settings(sources, await readFiles(sources));
    await settings.#locateNotes();
    return settings;
  }

  get declared(): readonly Setting[] {
    return this.#sources.declared;
  }

  /** Files of a trusted project that are read, weakest first. */
  get projectFiles(): readonly string[] {
    return this.#sources.projectFiles.map(({ path }) => path);
  }

  /** Everything in the files that has no effect, with its reason. */
  get notes(): readonly SettingNote[] {
    const broken = this.#files.flatMap(({ name, path, read }) =>
      read.ok
        ? []
        : [
            {
              key: "",
              source: read.line === undefined ? path : `${path}:${read.line}`,
              problem: read.problem,
              ...(name === "global" && { isGrave: true }),
            },
          ],
    );
    const located = this.#resolved.notes.map((note) => {
      const line = this.#lines.get(note.source)?.get(note.key);
      return line === undefined ? note : { ...note, source: `${note.source}:${line}` };
    });
    return [...(this.#sources.notes ?? []), ...broken, ...located];
  }

  /** The value in force. */
  get<Value>(setting: Setting<Value>): Value {
    return this.#resolved.values.get(setting.key) as Value;
  }

  /** Where the value in force comes from; undefined for a default. */
  origin(setting: Setting): Layer | undefined {
    return this.#resolved.origins.get(setting.key);
  }

  /** The declared setting of that key, or the sentence that says what was meant. */
  find(key: string): Setting | string {
    return findSetting(this.declared, key);
  }

  /** Writes a value to the user's file; `undefined` takes it out. Only this key is touched. */
  async set<Value>(setting: Setting<Value>, value: Value | undefined): Promise<void> {
    const { globalFile, platform } = this.#sources;
    const read = await withFileLock(`${globalFile}.lock`, { platform, timeoutMs: 5000 }, () =>
      changeConfigFile(globalFile, new Map([[setting.key, value]]), groupsOf(this.declared)),
    );
    if (!read.ok)
      throw new Error(
        `${read.path}${read.line === undefined ? "" : `:${read.line}`} ${read.problem}; nothing was changed.`,
      );
    const present = withPresentKeys(read);
    this.#files = this.#files.map((file) =>
      file.name === "global" ? { ...file, read: present } : file,
    );
    this.#resolved = this.#resolve();
  }

  /** Reads the files anew whenever the user's changes, and then calls `onChange`; until the signal fires. */
  watch(signal: AbortSignal, onChange: () => void): void {
    watchFile(this.#sources.globalFile, signal, () => {
      void this.#reload().then(() => {
        if (!signal.aborted) onChange();
      });
    });
  }

  /** A file with a mistake in it, or half written, changes nothing; what it said before stays. */
  async #reload(): Promise<void> {
    const files = await readFiles(this.#sources);
    this.#files = files.map((file) =>
      file.read.ok ? file : { ...file, kept: this.#valuesOf(file.path) },
    );
    this.#resolved = this.#resolve();
    await this.#locateNotes();
  }

  /** Only a file with a mistake is worth the parser that knows lines. */
  async #locateNotes(): Promise<void> {
    const { notes } = this.#resolved;
    const wrong = this.#files.filter(({ path }) => notes.some(({ source }) => source === path));
    const lines = wrong.map(async ({ path }) => {
      const keys = notes.filter(({ source }) => source === path).map(({ key }) => key);
      return [path, await findKeyLines(path, keys)] as const;
    });
    this.#lines = new Map(await Promise.all(lines));
  }

  #valuesOf(path: string): Layer["values"] {
    const file = this.#files.find((each) => each.path === path);
    return file?.read.ok ? file.read.values : (file?.kept ?? {});
  }

  #resolve(): Resolved {
    const fromFiles = this.#files.map(({ name, path, read, kept = {} }): Layer => ({
      name,
      source: path,
      values: read.ok ? read.values : kept,
    }));
    return resolveLayers(this.declared, [...fromFiles, ...this.#sources.overrides]);
  }
}
