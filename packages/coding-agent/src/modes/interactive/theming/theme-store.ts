// Themes by name: those that come with omp, and the user's own from a folder, which win. Each is read when it is asked
// for; a broken one is reported and shown as far as it goes.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { themes } from "../themes/index.gen.ts";
import { readTheme, type ReadTheme } from "./read-theme.ts";

const BUILT_IN = new Map(Object.entries(themes));
const ENDING = ".json";

export class ThemeStore {
  readonly #folder: string;

  /** `folder` holds the user's own themes; it need not exist. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The file of a theme of the user; undefined for those that come with omp. */
  ownFile(name: string): string | undefined {
    return this.#ownNames().includes(name) ? this.#fileOf(name) : undefined;
  }

  /** Every name, in order. */
  names(): string[] {
    return [...new Set([...BUILT_IN.keys(), ...this.#ownNames()])].sort();
  }

  /** The theme of this name; undefined when there is none. */
  async read(name: string): Promise<ReadTheme | undefined> {
    if (this.#ownNames().includes(name)) return this.#readOwn(name);
    const load = BUILT_IN.get(name);
    return load && readTheme((await load()).default);
  }

  #readOwn(name: string): ReadTheme {
    try {
      return readTheme(JSON.parse(readFileSync(this.#fileOf(name), "utf8")));
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      return { data: { colors: {} }, problems: [problem] };
    }
  }

  #fileOf(name: string): string {
    return join(this.#folder, name + ENDING);
  }

  #ownNames(): string[] {
    try {
      const files = readdirSync(this.#folder).filter((file) => file.endsWith(ENDING));
      return files.map((file) => file.slice(0, -ENDING.length));
    } catch {
      return []; // No folder, no themes.
    }
  }
}
