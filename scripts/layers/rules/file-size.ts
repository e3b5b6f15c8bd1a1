// Rule: a file stays readable in one sitting. Generated files are nobody's reading.
import type { Rule } from "../rule.ts";

export default {
  id: "file-size",
  allowed: "A file stays within limits.fileLines of scripts/layers.json; aim for 100 lines.",
  remedy: "Split it by what owns which state; move data into data files.",
  checkTree({ files }, { limits }) {
    return [...files.values()].flatMap(({ place, lineCount }) => {
      if (place.isGenerated || lineCount <= limits.fileLines) return [];
      const message = `${lineCount} lines, ${limits.fileLines} are allowed`;
      return [{ path: place.path, line: limits.fileLines + 1, message }];
    });
  },
} satisfies Rule;
