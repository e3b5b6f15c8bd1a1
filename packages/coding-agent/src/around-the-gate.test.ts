// G7: no code that has an effect can be reached around the gate. The checker is shown to see what is planted.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { EFFECT_RULES } from "./testing/effect-rules.ts";
import {
  effectsOf,
  findStaleRules,
  findViolations,
  importsOf,
  readSources,
} from "./testing/find-effects.ts";

const sources = readSources(import.meta.dir);
const names = Object.keys(sources);

/** A call whose command line begins with git, as a list or as text. */
const STARTS_GIT =
  /\b(?:spawn|spawnSync|runProgram|startLineProcess|captureCommand|\$)\s*\(?\s*\[?\s*(?:\{\s*command:\s*)?["'`](?:\S*\/)?git["'`\s]/;

/** A name below the temporary folder that holds nothing random. */
const FIXED_TEMPORARY =
  /join\((?:\w+\.)*(?:tmp|tmpdir\(\)|temp), (?:"[^"]*"|'[^']*'|`(?![^`]*(?:UUID|header\.id))[^`]*`)/;

describe("around the gate", () => {
  test("every effect has its place, and nobody loads gated code but tools and what binds them", () => {
    expect(findViolations(sources, EFFECT_RULES)).toEqual([]);
  });

  test("no rule is left over, and each that needs no gate says why", () => {
    expect(findStaleRules(sources, EFFECT_RULES)).toEqual([]);
    for (const reason of Object.values(EFFECT_RULES.own)) expect(reason.length).toBeGreaterThan(3);
  });

  const planted: [name: string, file: string, source: string, says: string][] = [
    [
      "a slash command that writes a file",
      "slash/commands/planted.ts",
      'import { existsSync, writeFileSync } from "node:fs";',
      "slash/commands/planted.ts changes files",
    ],
    [
      "a service that deletes with promises",
      "services/planted.ts",
      'import { rm as remove } from "node:fs/promises";',
      "services/planted.ts changes files",
    ],
    [
      "a mode that writes with the runtime",
      "modes/print/planted.ts",
      "await Bun.write(path, text);",
      "modes/print/planted.ts changes files",
    ],
    [
      "a session part that opens to write",
      "session/planted.ts",
      'import { openSync } from "node:fs";\nopenSync(path, "a", 0o600);',
      "session/planted.ts changes files",
    ],
    [
      "a platform file that fetches",
      "platform/planted.ts",
      "const answer = await fetch(url);",
      "platform/planted.ts uses the network",
    ],
    [
      "a service that is handed the network",
      "services/planted.ts",
      "open({ url, fetch });",
      "services/planted.ts uses the network",
    ],
    [
      "a discovery source that connects",
      "discovery/planted.ts",
      'import { connect } from "node:net";',
      "discovery/planted.ts uses the network",
    ],
    [
      "a service that spawns",
      "services/planted.ts",
      "Bun.spawn(argv);",
      "services/planted.ts starts programs",
    ],
    [
      "a slash command that takes the shell",
      "slash/commands/planted.ts",
      'import { ShellRunner } from "../../services/shell-runner.ts";',
      "slash/commands/planted.ts loads services/shell-runner.ts",
    ],
    [
      "a face that edits files, loaded late",
      "modes/acp/planted.ts",
      'const { saveFile } = await import("../../services/files/disk-files.ts");',
      "modes/acp/planted.ts loads services/files/disk-files.ts",
    ],
  ];
  for (const [name, file, source, says] of planted)
    test(`${name} is found`, () => {
      expect(findViolations({ ...sources, [file]: source }, EFFECT_RULES)).toContain(says);
      expect(findViolations(sources, EFFECT_RULES)).not.toContain(says);
    });

  test("reading, comments and types are no effects", () => {
    const harmless = [
      'import { openSync, readFileSync } from "node:fs";\nopenSync(path, "r");',
      "// Bun.spawn(argv) would do it\n",
      'import type { ShellRunner } from "../services/shell-runner.ts";',
      'const key = "remote.fetch";',
    ];
    for (const source of harmless) expect(effectsOf(source)).toEqual([]);
  });

  test("only these make a tool host, which alone opens tools", () => {
    const makers = names.filter((name) => /\bcreateToolHost\(/.test(sources[name] ?? ""));
    // The journaled one is given its policy by the session.
    expect(makers.sort()).toEqual([
      "assemble/session-tool-host.ts",
      "cli/run-tool.ts",
      "services/undo/journaled-host.ts",
    ]);
    expect(
      names.filter((name) => /\ballowAll\b|verdict: "allow"/.test(sources[name] ?? "")).sort(),
    ).toEqual(["services/approval/approval-policy.ts", "services/approval/gate.ts"]);
  });

  test("what tools do is loaded by tools only", () => {
    const leaks = names
      .filter((name) => !name.startsWith("tools/"))
      .flatMap((name) =>
        importsOf(sources, name)
          .filter(
            (path) =>
              path.startsWith("tools/") && !/^tools\/(index\.gen|([^/]+)\/\2)\.ts$/.test(path),
          )
          .map((path) => `${name} -> ${path}`),
      );
    expect(leaks).toEqual([]);
  });

  test("git is started by one file, which lets it run nothing of a repository", () => {
    const packages = readSources(join(import.meta.dir, "../.."));
    const starters = Object.keys(packages).filter(
      (name) => !name.startsWith("testkit/") && STARTS_GIT.test(packages[name] ?? ""),
    );
    expect(starters).toEqual(["coding-agent/src/platform/git/run-git.ts"]);
    for (const planted of ['Bun.spawn(["git", "log"])', 'captureCommand({ command: "git log" })'])
      expect(planted).toMatch(STARTS_GIT);
  });

  for (const library of ["utils", "catalog", "edit", "agent"])
    test(`the library ${library} has no effects`, () => {
      const own = readSources(join(import.meta.dir, `../../${library}/src`));
      expect(Object.keys(own).length).toBeGreaterThan(2);
      expect(Object.keys(own).filter((name) => effectsOf(own[name] ?? "").length > 0)).toEqual([]);
    });

  test("temporary names are never fixed: whoever else writes there cannot know them", () => {
    const packages = readSources(join(import.meta.dir, "../.."));
    const fixed = Object.entries(packages)
      .filter(([name]) => !name.startsWith("testkit/"))
      .flatMap(([name, source]) =>
        source
          .split("\n")
          .filter((line) => FIXED_TEMPORARY.test(line) && !/mkdtemp/.test(line))
          .map((line) => `${name}: ${line.trim()}`),
      );
    expect(fixed).toEqual([]);
    for (const planted of ['join(tmpdir(), "omp.sock")', "join(host.tmp, `omp-${process.pid}`)"])
      expect(planted).toMatch(FIXED_TEMPORARY);
  });
});
