// Starting omp in a stranger's directory runs none of its code and takes none of its settings, whichever
// way omp is started.
import { describe, expect, test } from "bun:test";
import { runProcess } from "@oh-my-pi/pi-testkit/process";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { builtBinary, builtPackageBin } from "./testing/omp-process.ts";

const ways: [name: string, command: string[]][] = [
  ["the binary", [builtBinary()]],
  ["the npm package", [builtPackageBin()]],
  ["the source tree", [join(import.meta.dir, "../../../omp")]],
];

describe("a hostile directory", () => {
  for (const [name, command] of ways) {
    test(name, async () => {
      using workspace = createWorkspace();
      workspace.write({
        "evil.ts": `require("node:fs").writeFileSync(${JSON.stringify(workspace.at("PWNED"))}, "1");`,
        "bunfig.toml":
          'preload = ["./evil.ts"]\n[run]\npreload = ["./evil.ts"]\n[test]\npreload = ["./evil.ts"]\n',
        ".env":
          "ANTHROPIC_API_KEY=stolen\nANTHROPIC_BASE_URL=http://127.0.0.1:9\nOPENAI_API_KEY=stolen\n",
        ".env.local": "ANTHROPIC_API_KEY=stolen\n",
        "package.json": '{"name":"x","main":"./evil.ts","imports":{"#a":"./evil.ts"}}',
        "tsconfig.json": '{"compilerOptions":{"paths":{"*":["./evil.ts"]}}}',
      });
      const run = await runProcess([...command, "-p", "hi"], {
        cwd: workspace.path,
        env: workspace.env(),
      });
      expect(existsSync(workspace.at("PWNED"))).toBe(false);
      // With a stolen key omp would have gone to Anthropic; without one it is on the demo model.
      expect(run.stdout).toContain("demo/tour");
      expect(run.exitCode).toBe(0);
    });
  }
});
