// How long a key takes until it is seen while 100 MB stream in: the 99th percentile, against a frame of 16 ms.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import type { Benchmark } from "./benchmark.ts";
import { runInTerminal } from "./terminal-run.ts";

const BAR_MS = 16;
const KEYS = 300;
/** A draft stays on one row of the editor. */
const DRAFT_CHARS = 60;
const CLEAR_DRAFT = "\x15";
/** The first keys are answered by code that was never run before. */
const WARM_UP_KEYS = 10;

/** Types a letter and waits until the draft with it is drawn, again and again; milliseconds of each. */
async function typeKeys(run: ReturnType<typeof runInTerminal>): Promise<number[]> {
  const waits: number[] = [];
  let draft = "";
  for (let at = 0; at < WARM_UP_KEYS + KEYS; at++) {
    if (draft.length === DRAFT_CHARS) {
      run.type(CLEAR_DRAFT);
      await run.shows("Ask anything");
      draft = "";
    }
    const key = String.fromCharCode(0x61 + (at % 26));
    draft += key;
    const started = performance.now();
    run.type(key);
    await run.shows(draft);
    waits.push(performance.now() - started);
  }
  return waits.slice(WARM_UP_KEYS);
}

const keyEcho: Benchmark = {
  name: "key-echo",
  about: `the 99th percentile of a key's way to the screen during a stream of 100 MB, against ${BAR_MS} ms`,
  unit: "ms",
  rounds: 3,
  bar: 1,
  setUp: async () => {
    const server = Bun.spawn([process.execPath, join(import.meta.dir, "text-server.ts")], {
      stdout: "pipe",
    });
    const { value } = await server.stdout.getReader().read();
    const workspace = createWorkspace("omp-bench-");
    const agentDir = join(workspace.home, ".omp/agent");
    mkdirSync(agentDir, { recursive: true });
    const baseUrl = new TextDecoder().decode(value).trim().replace(/\/$/, "");
    const model = { id: "m", name: "Fake", contextWindow: 200_000, maxTokens: 8000 };
    const fake = { baseUrl, api: "anthropic-messages", apiKey: "k", models: [model] };
    writeFileSync(join(agentDir, "models.yml"), JSON.stringify({ providers: { fake } }));
    return {
      subject: async () => {
        await using run = runInTerminal({ cwd: workspace.path, env: workspace.env() });
        await run.shows("Ask anything");
        run.type("go\r");
        await run.shows("Some words of an answer");
        const waits = (await typeKeys(run)).toSorted((a, b) => a - b);
        return waits[Math.floor(waits.length * 0.99)] ?? Number.NaN;
      },
      reference: async () => BAR_MS,
      [Symbol.asyncDispose]: async () => {
        server.kill();
        await server.exited;
        workspace[Symbol.dispose]();
      },
    };
  },
};
export default keyEcho;
