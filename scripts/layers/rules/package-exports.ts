// Rule: a package is entered only by the doors its `exports` opens. Judges the way in, not the
// direction.
import { isWithin } from "../place.ts";
import { atEdge, type Edge, type Rule, type Tree } from "../rule.ts";

function problemOf({ from, target, use }: Edge, tree: Tree): string | undefined {
  if (target.kind === "workspace" && target.path === undefined) {
    const doors = Object.keys(tree.manifests.get(target.package)?.exports ?? {});
    const list = doors.length > 0 ? doors.join(", ") : "nothing";
    return `${use.specifier} is not exported; packages/${target.package} exports ${list}`;
  }
  const home = from.place.package;
  if (target.kind !== "file" || home === undefined) return undefined;
  if (isWithin(target.path, `packages/${home}`)) return undefined;
  return `${use.specifier} leaves packages/${home} by a path`;
}

export default {
  id: "package-exports",
  allowed: "Other packages are imported by name, through an entry of their exports.",
  remedy: "Import `@oh-my-pi/…/<entry>`; add an entry only for what others may truly use.",
  checkTree(tree) {
    return tree.edges.flatMap((edge) => {
      const problem = problemOf(edge, tree);
      return problem === undefined ? [] : [atEdge(edge, problem)];
    });
  },
} satisfies Rule;
