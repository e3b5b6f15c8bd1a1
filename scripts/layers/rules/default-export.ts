// Rule: default exports are for the folders in which each file is one thing (scripts/gen-index.json); everything
// else is exported by name.
import { isWithin } from "../place.ts";
import type { Rule } from "../rule.ts";

export default {
  id: "default-export",
  allowed: "Default exports only in the folders of scripts/gen-index.json.",
  remedy: "Export by name; or list the folder if each of its files is one thing of a kind.",
  checkFile: ({ place }, { thingFolders }, report) => ({
    ExportDefaultDeclaration(node) {
      // What a declaration file describes was not written here.
      if (place.path.endsWith(".d.ts")) return;
      if (thingFolders.some((folder) => isWithin(place.path, folder))) return;
      report(node.start, "has a default export");
    },
  }),
} satisfies Rule;
