// What the decision about a project adds to a start: a store of 200 projects and 400 consents, a project with
// settings, four folders below its root. The bar is absolute: 2 ms.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decideTrust, trustProject } from "../packages/coding-agent/src/trust/project-trust.ts";
import { TrustStore } from "../packages/coding-agent/src/trust/trust-store.ts";
import type { Benchmark } from "./benchmark.ts";

const PROJECTS = 200;

const trustCheck: Benchmark = {
  name: "trust-check",
  about: "deciding about a trusted project at start, against 2 ms",
  unit: "ms",
  rounds: 40,
  bar: 1,
  setUp: async () => {
    const root = mkdtempSync(join(tmpdir(), "omp-trust-"));
    const place = { file: join(root, "trust.json"), platform: process.platform, now: Date.now };
    const cwd = join(root, "project/a/b/c/d");
    mkdirSync(join(cwd, ".omp"), { recursive: true });
    writeFileSync(join(cwd, ".omp/settings.json"), "{}");
    await new TrustStore(place).decide(join(root, "project"), "trusted");
    await trustProject(new TrustStore(place), cwd);
    fillStore(place);
    return {
      subject: async () => {
        const started = performance.now();
        const trust = await decideTrust({
          cwd,
          store: new TrustStore(place),
          isAttended: false,
        });
        const elapsed = performance.now() - started;
        if (!trust.isTrusted) throw new Error("The project should be trusted.");
        return elapsed;
      },
      reference: async () => 2,
      [Symbol.asyncDispose]: async () => rmSync(root, { recursive: true }),
    };
  },
};
export default trustCheck;

function fillStore(place: { file: string; platform: NodeJS.Platform; now: () => number }): void {
  const { projects, consents: agreed } = new TrustStore(place).records;
  const [first] = projects;
  if (first === undefined) throw new Error("There should be one project.");
  const others = Array.from({ length: PROJECTS }, (_, index) => ({
    ...first,
    folder: { ...first.folder, path: `/some/where/project-${index}` },
  }));
  const consents = [...others, ...others].map(({ folder }, index) => ({
    project: folder.path,
    fingerprint: "0".repeat(64),
    decidedAt: first.decidedAt,
    item: {
      kind: "hook",
      name: `hook-${index}`,
      path: `${folder.path}/.omp/hooks/${index}.ts`,
      hash: "0".repeat(64),
      commandLine: [],
      envNames: [],
    },
  }));
  const records = {
    version: 1,
    projects: [...others, ...projects],
    consents: [...consents, ...agreed],
  };
  writeFileSync(place.file, JSON.stringify(records, undefined, 2), { mode: 0o600 });
}
