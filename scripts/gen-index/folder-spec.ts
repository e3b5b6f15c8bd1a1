// Which folders get an index and in which form, read from `scripts/gen-index.json`. Knows nothing of what the
// folders hold.

/**
 * `eager` imports every value into a list. `lazy` is a record of functions that load the module, `lazy-value` of
 * functions that load its default export.
 */
export const INDEX_FORMS = ["eager", "lazy", "lazy-value"] as const;
export type IndexForm = (typeof INDEX_FORMS)[number];

export interface FolderSpec {
  /** From the repository root. */
  readonly folder: string;
  readonly form: IndexForm;
  /** Name of the list or record that the index exports. */
  readonly exportName: string;
  /** What each value is, with the file that exports the type, from the folder. */
  readonly type?: { readonly name: string; readonly from: string };
  /** True when `*.json` files are things too. */
  readonly json: boolean;
  /** File that a thing's folder is entered by, in place of its own name or `index.ts`. */
  readonly entry?: string;
  /** Files and folders here that are not things. */
  readonly skip: readonly string[];
}

/** A mistake in the configuration or in a folder, said for people. */
export class GenIndexError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "GenIndexError";
  }
}

type JsonRecord = Readonly<Record<string, unknown>>;

const KEYS = ["folder", "form", "export", "type", "json", "entry", "skip"];

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isForm(value: unknown): value is IndexForm {
  return INDEX_FORMS.some((form) => form === value);
}

function textAt(record: JsonRecord, key: string, label: string): string {
  const value = record[key];
  if (typeof value === "string" && value !== "") return value;
  throw new GenIndexError(`${label}: "${key}" must be a text`);
}

function readSpec(value: unknown, index: number): FolderSpec {
  if (!isRecord(value)) throw new GenIndexError(`folders[${index}] must be an object`);
  const folder = textAt(value, "folder", `folders[${index}]`);
  const unknown = Object.keys(value).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) {
    throw new GenIndexError(`${folder}: unknown key "${unknown}"; known are ${KEYS.join(", ")}`);
  }
  const { form, type, json = false, skip = [] } = value;
  if (!isForm(form)) {
    throw new GenIndexError(`${folder}: "form" must be one of ${INDEX_FORMS.join(", ")}`);
  }
  if (typeof json !== "boolean") throw new GenIndexError(`${folder}: "json" must be true or false`);
  if (!isTextList(skip)) throw new GenIndexError(`${folder}: "skip" must be a list of names`);
  const exportName = textAt(value, "export", folder);
  const entry = value["entry"] === undefined ? {} : { entry: textAt(value, "entry", folder) };
  const base = { folder, form, exportName, json, skip, ...entry };
  if (type === undefined) return base;
  if (!isRecord(type)) throw new GenIndexError(`${folder}: "type" must have "name" and "from"`);
  return {
    ...base,
    type: { name: textAt(type, "name", folder), from: textAt(type, "from", folder) },
  };
}

export function readFolderSpecs(json: unknown): FolderSpec[] {
  const folders = isRecord(json) ? json["folders"] : undefined;
  if (!Array.isArray(folders)) throw new GenIndexError('"folders" must be a list');
  return folders.map(readSpec);
}
