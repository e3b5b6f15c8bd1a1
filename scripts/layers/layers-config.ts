// The configuration of this repository, put together from the two data files. Type-checked against its
// shape at compile time, so a wrong key or value is a type error.
import genIndex from "../gen-index.json" with { type: "json" };
import layers from "../layers.json" with { type: "json" };
import type { LayersConfig } from "./config.ts";

export const layersConfig: LayersConfig = {
  ...layers,
  thingFolders: genIndex.folders.map(({ folder }) => folder),
};
