// Contract: what is loaded before the first request does not grow unnoticed, and what only commands, changes of files,
// questions and full windows need is not among it.
import { expect, test } from "bun:test";
import { eagerModules } from "./eager-modules.ts";

/** As many as there are, and a few for a day's work. Lower it when there are fewer; raise it only for what a start needs. */
const MOST_MODULES = 470;

/** Where code lives that nobody needs before a model has answered. */
const LATER = [
  "packages/natives/src/process/",
  "packages/natives/src/shell/",
  "packages/coding-agent/src/modes/interactive/screen/",
  "packages/coding-agent/src/services/command-safety/",
  "packages/coding-agent/src/services/telemetry/",
  "packages/agent/src/telemetry/agent-telemetry.ts",
  "packages/agent/src/telemetry/otlp-exporter.ts",
  "packages/coding-agent/src/services/undo/open-tree.ts",
  "packages/coding-agent/src/services/undo/reverse-turns.ts",
  "packages/coding-agent/src/services/sandbox/enclosure.ts",
  "packages/coding-agent/src/services/sandbox/make-plan.ts",
  "packages/coding-agent/src/platform/sandbox/candidate-backends.ts",
  "packages/coding-agent/src/services/approval/gate.ts",
  "packages/coding-agent/src/services/file-services.ts",
  "packages/coding-agent/src/session/compaction/compact-context.ts",
  "packages/coding-agent/src/session/compaction/hand-off.ts",
];

test("few modules are loaded before the first request, and none that could wait", async () => {
  const modules = await eagerModules();
  expect(modules).toContain("packages/coding-agent/src/assemble.ts");
  expect(modules.filter((path) => LATER.some((later) => path.startsWith(later)))).toEqual([]);
  expect(modules.length).toBeLessThanOrEqual(MOST_MODULES);
}, 60_000);
