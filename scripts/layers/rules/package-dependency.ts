// Rule: what a package imports is declared in its own package.json. Judges the declaration, not the
// direction.
import { atEdge, type Edge, type Rule, type Tree } from "../rule.ts";

function importedName({ target }: Edge, { manifests }: Tree): string | undefined {
  if (target.kind === "external") return target.name;
  return target.kind === "workspace" ? manifests.get(target.package)?.name : undefined;
}

function problemOf(edge: Edge, tree: Tree): string | undefined {
  const { place } = edge.from;
  const name = importedName(edge, tree);
  if (name === undefined) return undefined;
  const {
    dependencies,
    devDependencies,
    name: self,
  } = place.package === undefined
    ? tree.rootManifest
    : (tree.manifests.get(place.package) ?? tree.rootManifest);
  if (name === self || dependencies.has(name)) return undefined;
  if (place.package === undefined) {
    // npm links every workspace package at the root, so the root need not list them.
    const isReachable = edge.target.kind === "workspace" || devDependencies.has(name);
    return isReachable ? undefined : `${name} is not declared in package.json`;
  }
  if (place.isTest || place.isTestSupport) {
    const isDeclared = devDependencies.has(name) || tree.rootManifest.devDependencies.has(name);
    if (isDeclared) return undefined;
    return `${name} is declared neither in packages/${place.package}/package.json nor for the root`;
  }
  const isTypesOfTool = edge.use.isType && edge.target.kind === "external";
  if (isTypesOfTool && devDependencies.has(name)) return undefined;
  return `${name} is not in the dependencies of packages/${place.package}/package.json`;
}

export default {
  id: "package-dependency",
  allowed:
    "A package imports what its package.json lists: dependencies; in tests and for outside types also devDependencies.",
  remedy: "Declare the package with its exact version, or do without it.",
  checkTree(tree) {
    return tree.edges.flatMap((edge) => {
      const problem = problemOf(edge, tree);
      return problem === undefined ? [] : [atEdge(edge, problem)];
    });
  },
} satisfies Rule;
