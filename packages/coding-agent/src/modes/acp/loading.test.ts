// The face for editors costs nobody else anything: only its own files load the protocol's library, and nothing loads
// those before an editor is served.
import { expect, test } from "bun:test";
import { Glob } from "bun";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const src = join(import.meta.dir, "../..");

function* imports(): Generator<{ file: string; path: string; isDynamic: boolean }> {
  const transpiler = new Bun.Transpiler({ loader: "ts" });
  for (const file of new Glob("**/*.ts").scanSync(src)) {
    if (file.endsWith(".test.ts") || file.startsWith("testing/")) continue;
    for (const { path, kind } of transpiler.scanImports(readFileSync(join(src, file), "utf8")))
      yield { file, path, isDynamic: kind === "dynamic-import" };
  }
}

test("the library is imported by this face only", () => {
  const users = [...imports()].filter(({ path }) => path.startsWith("@agentclientprotocol/"));
  expect(users.length).toBeGreaterThan(3);
  expect(users.filter(({ file }) => !file.startsWith("modes/acp/"))).toEqual([]);
});

test("this face is reached through one file, which is loaded when an editor is served", () => {
  const all = [...imports()];
  const users = all.filter(
    ({ file, path }) => path.includes("modes/acp/") && !file.startsWith("modes/acp/"),
  );
  expect(new Set(users.map(({ file }) => file))).toEqual(new Set(["cli/serve-acp.ts"]));
  const servers = all.filter(({ path }) => path.endsWith("/serve-acp.ts"));
  expect(servers.length).toBeGreaterThan(0);
  expect(servers.filter(({ isDynamic }) => !isDynamic)).toEqual([]);
});
