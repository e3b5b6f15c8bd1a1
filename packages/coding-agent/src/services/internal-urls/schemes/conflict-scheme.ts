// `conflict://<N>[/side]` and `conflict://*`: merge conflicts that reads have shown. Writing one puts the
// given text in the place of the whole region, in the file where it stands.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { decodeDocument, encodeDocument } from "@oh-my-pi/pi-edit/document-bytes";
import { joinLines } from "@oh-my-pi/pi-edit/line";
import { executePlan } from "@oh-my-pi/pi-edit/multi-file/execute";
import type { EditFileSystem } from "@oh-my-pi/pi-edit/multi-file/file-system";
import type { PlanStep } from "@oh-my-pi/pi-edit/multi-file/plan";
import {
  type RegisteredConflict,
  relocate,
  type ConflictRegistry,
} from "../../files/conflict-registry.ts";
import type { ConflictSide } from "../../files/conflicts.ts";
import { openDiskFiles } from "../../files/disk-files.ts";
import { type Resolution, resolveConflicts } from "../../files/resolve-conflict.ts";
import type { Workspace } from "../../workspace.ts";
import type { InternalScheme } from "../internal-scheme.ts";
import type { InternalUrl } from "../internal-url.ts";

/** The scheme over the conflicts of a session. */
export function conflictScheme(registry: ConflictRegistry, workspace: Workspace): InternalScheme {
  return {
    scheme: "conflict",
    isMutable: false,
    read: async (url) => {
      const known = findKnown(registry, url.name);
      return { text: showConflict(known, url, workspace), contentType: "text/plain" };
    },
    write: async (url, content, signal) => {
      if (url.path !== "")
        throw new ToolFailure(
          `'${url.href}' is read-only; write to conflict://${url.name} instead.`,
        );
      const chosen = url.name === "*" ? registry.list() : [findKnown(registry, url.name)];
      if (chosen.length === 0)
        throw new ToolFailure("No conflicts are registered; read a file that has some first.");
      const report = await resolveAll(chosen, content, workspace, signal);
      for (const { id } of chosen) registry.forget(id);
      return report;
    },
    list: async () =>
      registry.list().map(({ id, path, conflict }) => ({
        href: `conflict://${id}`,
        about: `${workspace.display(path)} L${conflict.start}-${conflict.end}`,
      })),
  };
}

function findKnown(registry: ConflictRegistry, name: string): RegisteredConflict {
  const known = /^\d+$/.test(name) ? registry.find(Number(name)) : undefined;
  if (known !== undefined) return known;
  throw new ToolFailure(
    `Conflict #${name} not found. Conflict ids are registered when \`read\` surfaces a marker block; re-read the file to get a current id.`,
  );
}

const SIDES: Readonly<Record<string, ConflictSide>> = {
  ours: "ours",
  theirs: "theirs",
  base: "base",
};

function showConflict(known: RegisteredConflict, url: InternalUrl, workspace: Workspace): string {
  const { conflict, path, text } = known;
  if (url.path === "") {
    return `──── #${known.id}  ${workspace.display(path)} L${conflict.start}-${conflict.end} ────\n${text}`;
  }
  const side = SIDES[url.path];
  if (side === undefined)
    throw new ToolFailure(`'${url.href}' has no side '${url.path}'. Use /ours, /theirs or /base.`);
  const lines = conflict[side];
  if (lines === undefined) throw new ToolFailure(`Conflict #${known.id} has no base section.`);
  return joinLines(lines);
}

/** Resolves blocks of any number of files, all of them or none. */
async function resolveAll(
  chosen: readonly RegisteredConflict[],
  content: string,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<string> {
  const files = openDiskFiles((path) => path);
  const steps: PlanStep[] = [];
  const lines: string[] = [];
  for (const [path, group] of Map.groupBy(chosen, (known) => known.path)) {
    const planned = await planFile(path, group, content, files, workspace.display(path));
    steps.push(planned.step);
    lines.push(...planned.lines);
  }
  const outcome = await executePlan({ steps }, files, signal);
  if (!outcome.ok) throw new ToolFailure(outcome.message);
  return lines.join("\n");
}

async function planFile(
  path: string,
  group: readonly RegisteredConflict[],
  content: string,
  files: EditFileSystem,
  shown: string,
): Promise<{ step: PlanStep; lines: string[] }> {
  const state = await files.read(path);
  const decoded = state.kind === "file" ? decodeDocument(state.bytes) : undefined;
  if (state.kind !== "file" || decoded?.ok !== true) throw stale(group[0]!, shown);
  const { document } = decoded;
  const resolutions = group.map((known): Resolution & { id: number } => {
    const conflict = relocate(known, document);
    if (conflict === undefined) throw stale(known, shown);
    return { id: known.id, conflict, content };
  });
  // Blocks with equal text can be told apart only as long as they stand where they were read.
  if (new Set(resolutions.map(({ conflict }) => conflict.start)).size < group.length)
    throw stale(group[0]!, shown);
  const resolved = resolveConflicts(document, resolutions);
  if (typeof resolved === "string") throw new ToolFailure(resolved);
  const lines = resolutions.map(
    ({ id, conflict }) =>
      `Resolved conflict #${id} at lines ${conflict.start}–${conflict.end} in ${shown}.`,
  );
  return {
    step: { kind: "update", path, before: state.bytes, after: encodeDocument(resolved) },
    lines,
  };
}

function stale({ id }: RegisteredConflict, shown: string): ToolFailure {
  return new ToolFailure(
    `Conflict #${id} is no longer in ${shown} as it was read. Nothing was changed; re-read the file.`,
  );
}
