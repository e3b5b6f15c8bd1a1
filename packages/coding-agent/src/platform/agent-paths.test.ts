// Places are a public layout: where sessions of a working directory are found must never drift.
import { describe, expect, test } from "bun:test";
import { agentPaths, legacySessionDirName, sessionDirName } from "./agent-paths.ts";

const host = { env: {}, home: "/home/ada", tmp: "/tmp" };

describe("agentPaths", () => {
  test("lies below ~/.omp/agent", () => {
    expect(agentPaths(host)).toMatchObject({
      agentDir: "/home/ada/.omp/agent",
      configFile: "/home/ada/.omp/agent/config.yml",
      sessionsDir: "/home/ada/.omp/agent/sessions",
      logsDir: "/home/ada/.omp/logs",
    });
  });

  test("PI_CONFIG_DIR renames the root, PI_CODING_AGENT_DIR replaces the agent directory", () => {
    expect(agentPaths({ ...host, env: { PI_CONFIG_DIR: ".pi" } }).agentDir).toBe(
      "/home/ada/.pi/agent",
    );
    expect(agentPaths({ ...host, env: { PI_CODING_AGENT_DIR: "/data/a" } }).sessionsDir).toBe(
      "/data/a/sessions",
    );
  });

  test("works without a home directory", () => {
    expect(agentPaths({ ...host, home: undefined }).agentDir).toBe("/nonexistent/.omp/agent");
  });
});

describe("sessionDirName", () => {
  const cases: [cwd: string, name: string][] = [
    ["/home/ada/src/app", "-src-app"],
    ["/home/ada", "-"],
    ["/tmp/x/y", "-tmp-x-y"],
    ["/srv/data", "--srv-data--"],
    ["/home/adam/app", "--home-adam-app--"],
  ];
  for (const [cwd, name] of cases) test(cwd, () => expect(sessionDirName(cwd, host)).toBe(name));

  test("the older form is one for all", () => {
    expect(legacySessionDirName("/home/ada/src/app")).toBe("--home-ada-src-app--");
  });
});
