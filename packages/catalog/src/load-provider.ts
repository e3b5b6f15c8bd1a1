// Opens the description of one shipped provider.
import { providers as files } from "../providers/index.gen.ts";
import { ownProperty } from "./own-property.ts";
import type { Provider } from "./provider.ts";

/** The shipped provider of that id, whole. */
export async function loadProvider(id: string): Promise<Provider | undefined> {
  const open = ownProperty<() => Promise<{ default: unknown }>>(files, id);
  if (open === undefined) return undefined;
  // A test runs checkProvider over every shipped file.
  return (await open()).default as Provider;
}
