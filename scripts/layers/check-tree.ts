// Runs the rules over a repository: each file is parsed and walked once for all file rules, then the tree rules
// see all files and imports together. Knows no rule by name.
import { AllowList, allowListRule } from "./allow-list.ts";
import type { LayersConfig } from "./config.ts";
import type { TreeOnDisk } from "./read-tree.ts";
import { makeResolver } from "./resolve.ts";
import type { Edge, Finding, Rule, Tree, Violation } from "./rule.ts";
import { factsOf, parseFile, type FileFacts, type SourceFile } from "./source-file.ts";
import { walk, type Listeners } from "./walk.ts";

export interface CheckResult {
  readonly violations: readonly Violation[];
  readonly fileCount: number;
}

type Add = (rule: string, finding: Finding) => void;

function listenersOf(
  rules: readonly Rule[],
  file: SourceFile,
  config: LayersConfig,
  add: Add,
): Listeners[] {
  return rules.flatMap((rule) => {
    const { path } = file.place;
    const listeners = rule.checkFile?.(file, config, (offset, message, subject) => {
      const line = file.lineAt(offset);
      add(rule.id, { path, line, message, ...(subject === undefined ? {} : { subject }) });
    });
    return listeners ? [listeners] : [];
  });
}

function checkFiles(
  disk: TreeOnDisk,
  rules: readonly Rule[],
  config: LayersConfig,
  add: Add,
): Map<string, FileFacts> {
  const files = new Map<string, FileFacts>();
  for (const path of disk.paths) {
    const { file, importListeners } = parseFile(path, disk.read(path));
    walk(file.program, importListeners, ...listenersOf(rules, file, config, add));
    files.set(path, factsOf(file));
  }
  return files;
}

function edgesOf(disk: TreeOnDisk, files: ReadonlyMap<string, FileFacts>): Edge[] {
  const resolve = makeResolver({ files: new Set(files.keys()), manifests: disk.manifests });
  return [...files.values()].flatMap((from) =>
    from.imports.map((use) => ({
      from,
      use,
      target: resolve(from.place, use.specifier),
      line: from.lineAt(use.offset),
    })),
  );
}

function byPlace(a: Violation, b: Violation): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.line - b.line;
}

export function checkTree(
  disk: TreeOnDisk,
  rules: readonly Rule[],
  config: LayersConfig,
): CheckResult {
  const allowList = new AllowList(config.allow);
  const violations: Violation[] = [];
  const add: Add = (rule, finding) => {
    if (!allowList.excuses(rule, finding)) violations.push({ rule, ...finding });
  };
  const files = checkFiles(disk, rules, config, add);
  const { manifests, rootManifest } = disk;
  const tree: Tree = { files, manifests, rootManifest, edges: edgesOf(disk, files) };
  for (const rule of rules) {
    for (const finding of rule.checkTree?.(tree, config) ?? []) add(rule.id, finding);
  }
  const ruleIds = rules.map(({ id }) => id);
  for (const finding of allowList.problems(ruleIds)) {
    violations.push({ rule: allowListRule.id, ...finding });
  }
  return { violations: violations.toSorted(byPlace), fileCount: files.size };
}
