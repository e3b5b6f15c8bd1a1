// Rule: a package that one corner of the application owns is imported only from that corner.
import { isWithin } from "../place.ts";
import { atEdge, type Rule } from "../rule.ts";

export default {
  id: "reserved-package",
  allowed: 'Only the folders that scripts/layers.json names under "reserved" import that package.',
  remedy: "Give data to the folder that owns the package and let it do the work.",
  checkTree({ edges }, { reserved }) {
    return edges.flatMap((edge) =>
      reserved.flatMap(({ package: name, importer, onlyFrom }) => {
        const { target, from } = edge;
        if (target.kind !== "workspace" || target.package !== name) return [];
        if (from.place.package !== importer) return [];
        if (onlyFrom.some((folder) => isWithin(from.place.inner, folder))) return [];
        const homes = onlyFrom.map((folder) => `packages/${importer}/${folder}`).join(", ");
        return [atEdge(edge, `only ${homes} may import ${name}`)];
      }),
    );
  },
} satisfies Rule;
