// Rule: inside a package files are imported where they are; an `index.ts` that only passes names on hides who
// needs what. A package's own `src/index.ts` may be one.
import type { Directive, Statement } from "oxc-parser";
import type { Rule } from "../rule.ts";

function passesOn(statement: Directive | Statement): boolean {
  if (statement.type === "ExportAllDeclaration") return true;
  if (statement.type === "ImportDeclaration") return true;
  return statement.type === "ExportNamedDeclaration" && !statement.declaration;
}

export default {
  id: "barrel",
  allowed: "Only the src/index.ts of a package may consist of re-exports.",
  remedy: "Import the files themselves and remove the barrel.",
  checkFile({ place, program }, _config, report) {
    const isIndex = /(?:^|\/)index\.[cm]?tsx?$/.test(place.inner);
    if (!isIndex || place.inner === "src/index.ts") return;
    if (program.body.length > 0 && program.body.every(passesOn)) report(0, "only re-exports");
  },
} satisfies Rule;
