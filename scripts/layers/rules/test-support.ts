// Rule: what exists for tests stays with tests. Covers the folders that hold their support code and data
// inside a package; the testkit package is covered by package-direction.
import { placeOf } from "../place.ts";
import { atEdge, type Rule } from "../rule.ts";

export default {
  id: "test-support",
  allowed: "Files below testing/ and fixtures/ are imported by tests and by one another.",
  remedy: "Move what the product needs out of the folder.",
  checkTree({ edges }) {
    return edges.flatMap((edge) => {
      const { place } = edge.from;
      const to = "path" in edge.target ? (edge.target.path ?? "") : "";
      if (!placeOf(to).isTestSupport || place.isTest || place.isTestSupport) return [];
      if (place.area === "benchmarks") return [];
      return [atEdge(edge, `${edge.use.specifier} is for tests only`)];
    });
  },
} satisfies Rule;
