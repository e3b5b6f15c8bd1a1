// Rule: the parts of the language this code base does without: enums, namespaces, casts through `unknown` and
// inheritance other than from errors.
import type { Node } from "oxc-parser";
import { memberPath } from "../member-path.ts";
import type { Rule } from "../rule.ts";

const ERROR_CLASS = /(?:Error|Failure|Exception)$/;

function isError(superClass: Node): boolean {
  return ERROR_CLASS.test(memberPath(superClass)?.names.at(-1) ?? "");
}

export default {
  id: "plain-syntax",
  allowed: "No enum, no namespace, no `as unknown as`; classes extend errors only.",
  remedy: "Use a union of literals, a module, a type guard, or a value that is passed in.",
  checkFile(_file, _config, report) {
    const judgeClass = ({ superClass }: { superClass: Node | null }): void => {
      if (superClass && !isError(superClass)) report(superClass.start, "inherits from no error");
    };
    return {
      TSEnumDeclaration: (node) => report(node.start, "declares an enum"),
      TSModuleDeclaration(node) {
        const isAmbient = node.declare || node.kind === "global" || node.id.type === "Literal";
        if (!isAmbient) report(node.start, "declares a namespace");
      },
      TSAsExpression({ expression, start }) {
        const isDouble = expression.type === "TSAsExpression";
        if (isDouble && expression.typeAnnotation.type === "TSUnknownKeyword") {
          report(start, "casts through unknown");
        }
      },
      ClassDeclaration: judgeClass,
      ClassExpression: judgeClass,
    };
  },
} satisfies Rule;
