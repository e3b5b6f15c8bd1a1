// Rule: importing a module only loads definitions, so an import that takes no name has no purpose.
import { atEdge, type Rule } from "../rule.ts";

export default {
  id: "side-effect-import",
  allowed: "Every import takes a name.",
  remedy: "Export a function from the module and call it where its effect is wanted.",
  checkTree: ({ edges }) =>
    edges
      .filter(({ use }) => use.form === "side-effect")
      .map((edge) => atEdge(edge, `${edge.use.specifier} is imported for its side effect`)),
} satisfies Rule;
