// Rule: a program's first file loads next to nothing; the rest comes by `await import()`, so that start-up
// stays flat. Types cost nothing and are free.
import { posix } from "node:path";
import { isWithin } from "../place.ts";
import { atEdge, type Rule } from "../rule.ts";

export default {
  id: "lazy-entry",
  allowed: "An entry file statically imports only what scripts/layers.json lists as eager for it.",
  remedy: 'Load it where it is first needed: `const { x } = await import("./…")`.',
  checkTree({ edges }, { entries }) {
    return edges.flatMap((edge) =>
      entries.flatMap(({ file, eager }) => {
        const { from, target, use } = edge;
        if (from.place.path !== file || use.form === "lazy" || use.isType) return [];
        if (target.kind === "builtin") return [];
        const home = posix.dirname(file);
        const path = "path" in target ? target.path : undefined;
        if (path !== undefined && eager.some((name) => isWithin(path, posix.join(home, name))))
          return [];
        const list = eager.length > 0 ? eager.join(", ") : "nothing";
        return [atEdge(edge, `${use.specifier} is loaded at start-up; eager here: ${list}`)];
      }),
    );
  },
} satisfies Rule;
