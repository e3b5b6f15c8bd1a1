// Numbers are sequential, survive a resume, and are never given twice.
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Artifacts } from "./artifacts.ts";

test("artifacts count on across a resume and ignore other files", () => {
  const root = mkdtempSync(join(tmpdir(), "omp-artifacts-"));
  try {
    const directory = join(root, "session");
    const first = new Artifacts(directory);
    expect(first.list()).toEqual([]);
    for (const text of ["zero", "one"]) writeFileSync(first.allocate("bash").path, text);
    writeFileSync(join(directory, "0-Agent.md"), "other");
    const resumed = new Artifacts(directory);
    const slot = resumed.allocate("read");
    expect(slot).toEqual({ id: "2", path: join(directory, "2.read.log") });
    expect(resumed.read("1")).toBe("one");
    expect(resumed.read("7")).toBeUndefined();
    expect(resumed.list().map((artifact) => artifact.id)).toEqual(["0", "1"]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
