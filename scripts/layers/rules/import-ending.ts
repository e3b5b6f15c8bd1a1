// Rule: a relative import names the file it means, ending included.
import { posix } from "node:path";
import { atEdge, type Rule } from "../rule.ts";

export default {
  id: "import-ending",
  allowed: "A relative import names a file with its ending (`./message.ts`).",
  remedy: "Write the name of the file that is meant.",
  checkTree: ({ edges }) =>
    edges.flatMap((edge) => {
      const { from, target, use } = edge;
      if (target.kind !== "file") return [];
      const written = posix.join(posix.dirname(from.place.path), use.specifier);
      if (written === target.path) return [];
      return [atEdge(edge, `${use.specifier} means ${posix.basename(target.path)}`)];
    }),
} satisfies Rule;
