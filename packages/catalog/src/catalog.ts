// Looks models up in the bundled data. Opens only the files of the providers that are asked for, and
// decodes only the line of a single model.
import { data } from "../data/index.gen.ts";
import type { Model } from "./model.ts";
import { decodeRow, decodeRows, serveModel } from "./model-row.ts";
import type { Provider } from "./provider.ts";

// Every module on the way to a model is time before the first answer, so there are as few as can be.
async function open(provider: string): Promise<{ served: Provider; rows: string } | undefined> {
  const file = Object.hasOwn(data, provider) ? data[provider] : undefined;
  if (file === undefined) return undefined;
  const [served, rows] = await Promise.all([file[0](), file[1]()]);
  // A test runs checkProvider over every shipped file.
  return { served: served.default as Provider, rows: rows.default };
}

/** The bundled model `id` of `provider`; undefined when either is not known. */
export async function findModel(provider: string, id: string): Promise<Model | undefined> {
  const file = await open(provider);
  if (file === undefined) return undefined;
  const facts = decodeRow(file.rows, id, file.served.api);
  return facts === undefined ? undefined : serveModel(facts, file.served);
}

/** All bundled models of one provider; none when it has none or is not known. */
export async function listModels(provider: string): Promise<Model[]> {
  const file = await open(provider);
  if (file === undefined) return [];
  return decodeRows(file.rows, file.served.api).map((facts) => serveModel(facts, file.served));
}

/** All bundled models of the given providers, in the order of the providers. */
export async function loadModels(providers: readonly string[]): Promise<Model[]> {
  const lists = await Promise.all([...new Set(providers)].map(listModels));
  return lists.flat();
}

/** The ids under which their makers offer models; what canonical ids are made of. */
export async function loadOfficialIds(): Promise<ReadonlySet<string>> {
  const { default: lines } = await import("../data/official-ids.txt", { with: { type: "text" } });
  return new Set(lines.trimEnd().split("\n"));
}
