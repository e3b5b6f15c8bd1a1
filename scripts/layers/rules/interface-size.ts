// Rule: a contract is small enough to be implemented twice. Counts the members an interface or an object type
// declares itself, not those it inherits.
import type { Node } from "oxc-parser";
import type { Rule } from "../rule.ts";

/** Members of the object types that make up a type alias; intersections count together. */
function memberCount(type: Node): number {
  if (type.type === "TSTypeLiteral") return type.members.length;
  if (type.type !== "TSIntersectionType") return 0;
  return type.types.reduce((sum, part) => sum + memberCount(part), 0);
}

export default {
  id: "interface-size",
  allowed: "An interface or object type declares at most limits.typeMembers (scripts/layers.json).",
  remedy: "Split it by who uses which members.",
  checkFile({ place }, { limits }, report) {
    if (place.isGenerated) return undefined;
    const judge = (name: { name: string; start: number }, count: number): void => {
      if (count <= limits.typeMembers) return;
      report(
        name.start,
        `${name.name} has ${count} members, ${limits.typeMembers} are allowed`,
        name.name,
      );
    };
    return {
      TSInterfaceDeclaration: (node) => judge(node.id, node.body.body.length),
      TSTypeAliasDeclaration: (node) => judge(node.id, memberCount(node.typeAnnotation)),
    };
  },
} satisfies Rule;
