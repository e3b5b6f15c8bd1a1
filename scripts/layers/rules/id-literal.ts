// Rule: code does not branch on which provider or tool it has before it. Only the file (or folder) named after the
// id may know it; everyone else asks a property of the value.
import type { Expression, Node } from "oxc-parser";
import type { LayersConfig } from "../config.ts";
import { literalText } from "../imports.ts";
import { memberPath } from "../member-path.ts";
import { stemOf } from "../place.ts";
import type { Rule } from "../rule.ts";

const EQUALITIES: ReadonlySet<string> = new Set(["===", "!==", "==", "!="]);

function isIdExpression(node: Node, { idExpressions }: LayersConfig): boolean {
  const dotted = memberPath(node)?.names.join(".");
  if (dotted === undefined) return false;
  return idExpressions.some((name) => dotted === name || dotted.endsWith(`.${name}`));
}

/** The strings of `["a", "b"]` or `new Set(["a", "b"])`. */
function listedTexts(node: Expression): string[] {
  if (node.type === "TSAsExpression") return listedTexts(node.expression);
  if (node.type === "NewExpression") {
    const [first] = node.arguments;
    return first && first.type !== "SpreadElement" ? listedTexts(first) : [];
  }
  if (node.type !== "ArrayExpression") return [];
  return node.elements.flatMap((element) => literalText(element) ?? []);
}

function isOwnFile(path: string, id: string): boolean {
  const name = id.toLowerCase().replaceAll("_", "-");
  return path.split("/").some((part) => stemOf(part) === name);
}

export default {
  id: "id-literal",
  allowed: "A provider or tool id is compared with a literal only in the file named after it.",
  remedy: "Put the difference on the value (a field, a capability, a quirk) and read that.",
  checkFile(file, config, report) {
    const judge = (id: string | undefined, { start }: Node): void => {
      if (id === undefined || id === "" || isOwnFile(file.place.path, id)) return;
      report(start, `compares an id with "${id}"`, id);
    };
    return {
      BinaryExpression(node) {
        if (!EQUALITIES.has(node.operator)) return;
        if (isIdExpression(node.left, config)) judge(literalText(node.right), node);
        if (isIdExpression(node.right, config)) judge(literalText(node.left), node);
      },
      SwitchStatement(node) {
        if (!isIdExpression(node.discriminant, config)) return;
        for (const { test } of node.cases) if (test) judge(literalText(test), test);
      },
      CallExpression(node) {
        const [subject] = node.arguments;
        if (node.callee.type !== "MemberExpression" || !subject) return;
        const method = memberPath(node.callee)?.names.at(-1);
        if (method !== "includes" && method !== "has") return;
        if (!isIdExpression(subject, config)) return;
        for (const id of listedTexts(node.callee.object)) judge(id, node);
      },
    };
  },
} satisfies Rule;
