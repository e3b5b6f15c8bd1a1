// Which texts count as secret: by the names that hold them, by the user's list, and not what only sounds like it.
import { describe, expect, test } from "bun:test";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findSecrets, type SecretSources } from "./find-secrets.ts";

function find(given: Partial<SecretSources>) {
  const none = { env: {}, cwd: "/nowhere/project", home: "/nowhere", files: [] };
  const { entries, problems } = findSecrets({ ...none, credentials: () => [], ...given });
  return { found: entries.map(({ match }) => match), entries, problems };
}

describe("findSecrets", () => {
  for (const name of ["API_KEY", "MY_SECRET", "gh_token", "DB_PASSWORD", "PASSPHRASE", "X_AUTH"])
    test(`the variable ${name}`, () => {
      expect(find({ env: { [name]: "value-123" } }).found).toEqual(["value-123"]);
    });

  test("keys among headers, in both spellings; what only names something is none", () => {
    const env = {
      OTEL_EXPORTER_OTLP_HEADERS:
        "authorization=Basic%20dXNlcjpwYXNz%3D, x-tenant=production,broken",
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: "x-team=abcdEFGH1234ijklMNOP5678",
      OTHER: "authorization=none-of-them",
    };
    expect(find({ env }).found).toEqual([
      "dXNlcjpwYXNz%3D",
      "dXNlcjpwYXNz=",
      "abcdEFGH1234ijklMNOP5678",
    ]);
  });

  test("what is short, a path, or part of where we are is none", () => {
    const env = {
      A_KEY: "1234567",
      SSH_AUTH_SOCK: "/tmp/ssh-abc/agent.1",
      B_TOKEN: "/nowhere/project".slice(1),
      EDITOR: "something-long",
    };
    expect(find({ env }).found).toEqual([]);
  });

  test("values of .env files; a word is none, and a pipe is not waited for", () => {
    using workspace = createWorkspace();
    workspace.write({
      ".env":
        "# comment\nexport API_KEY='abc123def456' # mine\nDEBUG=true-as-can-be1\nAUTH_MODE=passwordless\n",
    });
    Bun.spawnSync(["mkfifo", workspace.at(".env.local")]);
    expect(find({ cwd: workspace.path }).found).toEqual(["abc123def456"]);
  });

  test("the project's list wins over the user's on the same content; what is wrong is said", () => {
    using workspace = createWorkspace();
    const mine = join(workspace.home, "secrets.yml");
    const theirs = workspace.at(".omp", "secrets.yml");
    mkdirSync(workspace.at(".omp"));
    writeFileSync(
      mine,
      "- {type: plain, content: same-same}\n- {type: plain, content: own-own-own}\n",
    );
    writeFileSync(
      theirs,
      "- {type: plain, content: same-same, mode: replace, replacement: x}\n- 7\n",
    );
    const { entries, problems } = find({ files: [mine, theirs] });
    expect(entries).toEqual([{ match: "same-same", replacement: "x" }, { match: "own-own-own" }]);
    expect(problems).toEqual([`${theirs}: entry 2: it must have a type and a content.`]);
  });

  test("keys that omp holds", () => {
    expect(find({ credentials: () => ["stored-key-1"] }).found).toEqual(["stored-key-1"]);
  });
});
