// Rule: packages import only the packages below them. Judges the direction, not whether the import is
// declared or exported.
import type { LayersConfig } from "../config.ts";
import type { Place } from "../place.ts";
import { atEdge, type Edge, type Finding, type Rule } from "../rule.ts";

function mayUseTestOnly(from: Place): boolean {
  return from.isTest || from.isTestSupport || from.area === "benchmarks";
}

function problemOf(edge: Edge, config: LayersConfig): string | undefined {
  if (edge.target.kind !== "workspace") return undefined;
  const to = edge.target.package;
  const from = edge.from.place;
  if (from.package === to) return undefined;
  if (config.testOnly.includes(to)) {
    return mayUseTestOnly(from) ? undefined : `${to} is for tests and benchmarks only`;
  }
  if (from.package === undefined) return undefined;
  const allowed = config.packages[from.package];
  if (!allowed || allowed.includes("*") || allowed.includes(to)) return undefined;
  const list = allowed.length > 0 ? allowed.join(", ") : "no other package";
  return `${from.package} may not import ${to}; it may import ${list}`;
}

export default {
  id: "package-direction",
  allowed:
    "A package imports only the packages that scripts/layers.json lists for it, types included.",
  remedy: "Take what you need as an argument, or move the code to the package that owns it.",
  checkTree({ edges, manifests }, config) {
    const unknown: Finding[] = [...manifests.keys()]
      .filter((folder) => !config.packages[folder])
      .map((folder) => ({
        path: `packages/${folder}/package.json`,
        line: 1,
        message: `package ${folder} has no entry under "packages" in scripts/layers.json`,
      }));
    const upward = edges.flatMap((edge) => {
      const problem = problemOf(edge, config);
      return problem === undefined ? [] : [atEdge(edge, problem)];
    });
    return [...unknown, ...upward];
  },
} satisfies Rule;
