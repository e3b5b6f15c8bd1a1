// Rule: members of an isolated folder (tools, modes) do not know one another. A member is a file or a folder,
// with its tests; generated indexes list them all and are not members.
import type { IsolatedFolder } from "../config.ts";
import { stemOf } from "../place.ts";
import { atEdge, type Edge, type Finding, type Rule } from "../rule.ts";

/** The member of `folder` that a path belongs to: `bash` for both `bash.ts` and `bash/run.ts`. */
function memberOf(folder: string, path: string): string | undefined {
  if (!path.startsWith(`${folder}/`)) return undefined;
  const [first = ""] = path.slice(folder.length + 1).split("/");
  return stemOf(first);
}

function checkEdge(edge: Edge, { folder, shared }: IsolatedFolder): Finding[] {
  const { place } = edge.from;
  if (place.isTest || place.isGenerated || !("path" in edge.target)) return [];
  const from = memberOf(folder, place.path);
  const to = memberOf(folder, edge.target.path ?? "");
  if (from === undefined || to === undefined || from === to || shared.includes(to)) return [];
  return [atEdge(edge, `${from} may not import its sibling ${to}`)];
}

export default {
  id: "sibling-import",
  allowed:
    "A tool or a mode imports itself, what is below it and the shared members listed in layers.json.",
  remedy: "Move the common part to services (or a shared member), or meet through a token.",
  checkTree: ({ edges }, { isolated }) =>
    edges.flatMap((edge) => isolated.flatMap((folder) => checkEdge(edge, folder))),
} satisfies Rule;
