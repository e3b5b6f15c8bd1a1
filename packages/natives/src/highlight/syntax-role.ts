// The eleven roles that themes colour, and which of highlight.js's scopes plays which. Data and lookup only.

/** What a stretch of code is. */
export type SyntaxRole =
  | "comment"
  | "keyword"
  | "function"
  | "variable"
  | "string"
  | "number"
  | "type"
  | "operator"
  | "punctuation"
  | "inserted"
  | "deleted";

/** By scope; for `title.function` the longest known beginning counts. */
const ROLES: Readonly<Record<string, SyntaxRole>> = {
  addition: "inserted",
  attr: "variable",
  attribute: "variable",
  built_in: "type",
  bullet: "punctuation",
  "char.escape": "operator",
  class: "type",
  code: "string",
  comment: "comment",
  deletion: "deleted",
  doctag: "keyword",
  formula: "number",
  function: "function",
  keyword: "keyword",
  link: "string",
  literal: "number",
  meta: "keyword",
  "meta.string": "string",
  name: "type",
  number: "number",
  operator: "operator",
  params: "variable",
  property: "variable",
  punctuation: "punctuation",
  quote: "comment",
  regexp: "string",
  section: "function",
  "selector-attr": "variable",
  "selector-class": "type",
  "selector-id": "type",
  "selector-pseudo": "keyword",
  "selector-tag": "keyword",
  string: "string",
  strong: "keyword",
  subst: "variable",
  symbol: "string",
  tag: "punctuation",
  "template-tag": "keyword",
  "template-variable": "variable",
  title: "function",
  "title.class": "type",
  type: "type",
  variable: "variable",
  "variable.language": "keyword",
};

/** Undefined for scopes that have no colour of their own (`emphasis`, a language inside another). */
export function roleOfScope(scope: string): SyntaxRole | undefined {
  for (let name = scope; name !== ""; name = name.slice(0, Math.max(0, name.lastIndexOf(".")))) {
    const role = ROLES[name];
    if (role) return role;
  }
  return undefined;
}
