// Workspaces are private, complete and gone afterwards.
import { expect, test } from "bun:test";
import { chmodSync, existsSync, statSync } from "node:fs";
import { runProcess } from "./process.ts";
import { createWorkspace } from "./workspace.ts";
import { failureOf } from "./failure-of.ts";

test("each workspace is its own directory and is removed on dispose", async () => {
  let kept = "";
  {
    await using one = createWorkspace();
    await using two = createWorkspace();
    expect(one.root).not.toBe(two.root);
    one.write({ "deep/er/file.txt": "hello" });
    expect(one.read("deep/er/file.txt")).toBe("hello");
    chmodSync(one.at("deep"), 0o500);
    kept = one.root;
  }
  expect(existsSync(kept)).toBe(false);
});

test("a child's environment holds nothing of the host but PATH", async () => {
  using workspace = createWorkspace();
  process.env.OMP_TESTKIT_HOST_ONLY = "leak";
  try {
    const run = await runProcess(["env"], { env: workspace.env({ GIVEN: "yes" }) });
    const names = run.stdout
      .trim()
      .split("\n")
      .map((line) => line.split("=")[0]);
    const own = "GIVEN HOME LANG PATH TERM TMPDIR".split(" ");
    const xdg = ["CACHE_HOME", "CONFIG_HOME", "DATA_HOME", "RUNTIME_DIR", "STATE_HOME"];
    expect(new Set(names)).toEqual(new Set([...own, ...xdg.map((name) => `XDG_${name}`)]));
    expect(run.stdout).toContain(`HOME=${workspace.root}`);
  } finally {
    delete process.env.OMP_TESTKIT_HOST_ONLY;
  }
  expect(statSync(workspace.env().XDG_RUNTIME_DIR ?? "").mode & 0o777).toBe(0o700);
});

test("names cannot leave the project", () => {
  using workspace = createWorkspace();
  expect(() => workspace.write({ "../escape": "x" })).toThrow("lies outside the workspace");
});

test("a history has the same hashes everywhere and ignores the user's git configuration", async () => {
  const history = [
    { message: "first", files: { "a.txt": "1\n", "b/c.txt": "2\n" } },
    { message: "second", files: { "a.txt": null, "d.bin": Uint8Array.of(0, 255) } },
  ];
  await using workspace = createWorkspace();
  await Bun.write(`${workspace.home}/.gitconfig`, "[commit]\n\tgpgSign = true\n");
  const repository = await workspace.repository(history);
  expect(await repository.git("log", "--format=%h %an %ad %s", "--date=iso-strict")).toBe(
    "70af10a Test Author 2024-01-01T00:01:00+00:00 second\n" +
      "dfed190 Test Author 2024-01-01T00:00:00+00:00 first",
  );
  expect(await repository.git("ls-files")).toBe("b/c.txt\nd.bin");
  const third = await repository.commit({ message: "third", files: {} });
  expect(third).toMatch(/^[0-9a-f]{40}$/);
  expect((await failureOf(repository.git("no-such-command"))).message).toMatch(
    /git no-such-command ended with 1/,
  );
});
