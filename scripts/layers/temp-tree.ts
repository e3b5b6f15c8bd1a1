// Small repositories in a temporary folder, for tests of the rules. Uses the configuration of this repository, so that a
// test also defends its data.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { checkTree, type CheckResult } from "./check-tree.ts";
import type { LayersConfig } from "./config.ts";
import { layersConfig } from "./layers-config.ts";
import { openTree } from "./read-tree.ts";
import type { Rule } from "./rule.ts";

/** Paths from the root with their text. */
export type Files = Readonly<Record<string, string>>;

export interface TempTree extends Disposable {
  readonly root: string;
}

export function makeTree(files: Files): TempTree {
  const root = mkdtempSync(join(tmpdir(), "layers-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return { root, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}

function checkFiles(
  rules: readonly Rule[],
  files: Files,
  config: LayersConfig = layersConfig,
): CheckResult {
  using tree = makeTree(files);
  return checkTree(openTree(tree.root), rules, config);
}

/** What one rule finds, as `path:line: message`; exceptions of the allow-list are taken off. */
export function findings(rule: Rule, files: Files, config?: LayersConfig): string[] {
  return checkFiles([rule], files, config)
    .violations.filter((violation) => violation.rule === rule.id)
    .map(({ path, line, message }) => `${path}:${line}: ${message}`);
}

interface ManifestFields {
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: readonly string[];
  readonly devDependencies?: readonly string[];
}

/** The text of a package.json; dependencies are given by name. */
export function manifest(name: string, fields: ManifestFields = {}): string {
  const pinned = (names: readonly string[] = []) =>
    Object.fromEntries(names.map((dependency) => [dependency, "1.0.0"]));
  return JSON.stringify({
    name,
    exports: fields.exports ?? { "./*": "./src/*.ts" },
    dependencies: pinned(fields.dependencies),
    devDependencies: pinned(fields.devDependencies),
  });
}
