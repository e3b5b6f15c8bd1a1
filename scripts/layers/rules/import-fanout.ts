// Rule: a file that imports too much does too much. Generated lists and the composition root are excused by
// name or in layers.json.
import type { Rule } from "../rule.ts";

export default {
  id: "import-fanout",
  allowed: "A file imports at most limits.fanOut different modules (scripts/layers.json).",
  remedy: "Split the file by responsibility; do not hide imports behind a barrel.",
  checkTree({ files }, { limits }) {
    return [...files.values()].flatMap(({ place, imports }) => {
      const count = new Set(imports.map(({ specifier }) => specifier)).size;
      if (place.isGenerated || count <= limits.fanOut) return [];
      const message = `imports ${count} modules, ${limits.fanOut} are allowed`;
      return [{ path: place.path, line: 1, message }];
    });
  },
} satisfies Rule;
