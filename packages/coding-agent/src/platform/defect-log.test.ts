// The log is made with the first defect, is private and bounded, holds no secret, and never fails its caller.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createWorkspace, type Workspace } from "@oh-my-pi/pi-testkit/workspace";
import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type DefectLogOptions, openDefectLog } from "./defect-log.ts";

let workspace: Workspace;
beforeEach(() => {
  workspace = createWorkspace();
});
afterEach(() => workspace[Symbol.dispose]());

const open = (more: Partial<DefectLogOptions> = {}) =>
  openDefectLog({
    folder: workspace.at("logs"),
    now: () => 0,
    pid: 7,
    secrets: () => [],
    ...more,
  });
const lines = () =>
  workspace
    .read("logs/omp.log")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { time: string; pid: number; defect: string });

describe("the log of defects", () => {
  test("is made with the first line, for the user alone", () => {
    const log = open();
    expect(existsSync(workspace.at("logs"))).toBe(false);
    log(new Error("broken", { cause: new Error("why") }));
    log({ not: "an error" });
    expect(statSync(workspace.at("logs/omp.log")).mode & 0o777).toBe(0o600);
    expect(statSync(workspace.at("logs")).mode & 0o777).toBe(0o700);
    const [first, second] = lines();
    expect(first).toMatchObject({ time: "1970-01-01T00:00:00.000Z", pid: 7 });
    expect(first?.defect).toContain("broken");
    expect(first?.defect).toContain("caused by Error: why");
    expect(second?.defect).toContain("an error");
  });

  const secrets: [name: string, text: string][] = [
    ["a known value", "key was hunter2hunter2 here"],
    ["a key of OpenAI", "sk-proj-abcdefghijklmnopqrstuv"],
    ["a key of Google", "AIzaSyA1234567890abcdefghijk"],
    ["a token of GitHub", "ghp_abcdefghijklmnopqrstuvwxyz0123"],
    ["a header", "Authorization: Bearer abc.def-ghi=="],
    ["a JWT", "eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl"],
  ];
  for (const [name, text] of secrets) {
    test(`holds no secret: ${name}`, () => {
      open({ secrets: () => ["hunter2hunter2", "ab"] })(new Error(`400: ${text} end`));
      const [line] = lines();
      expect(line?.defect).toContain("[secret]");
      expect(line?.defect).toContain("end");
      expect(line?.defect).not.toMatch(/hunter2|abcdefgh|A12345|abc\.def|c2lnbmF0/);
    });
  }

  test("begins anew before it grows too large, and keeps three older files", () => {
    const log = open({ maxBytes: 2000 });
    for (let index = 0; index < 100; index++) log("x".repeat(300));
    const files = readdirSync(workspace.at("logs")).toSorted();
    expect(files).toEqual(["omp.log", "omp.log.1", "omp.log.2", "omp.log.3"]);
    for (const file of files) expect(statSync(workspace.at("logs", file)).size).toBeLessThan(2001);
  });

  test("one line is bounded, and a folder that cannot be is no failure", () => {
    open()("y".repeat(1_000_000));
    expect(statSync(workspace.at("logs/omp.log")).size).toBeLessThan(20_000);
    workspace.write({ blocked: "" });
    expect(() => open({ folder: workspace.at("blocked") })("x")).not.toThrow();
  });

  test("a link in place of the file is not followed", () => {
    open()("first");
    writeFileSync(workspace.at("victim"), "");
    Bun.spawnSync(["rm", workspace.at("logs/omp.log")]);
    symlinkSync(workspace.at("victim"), workspace.at("logs/omp.log"));
    open()("second");
    expect(readFileSync(workspace.at("victim"), "utf8")).toBe("");
  });
});
