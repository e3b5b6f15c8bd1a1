// G4, as most people meet it: omp is opened in a terminal in a stranger's repository, its question is answered with Enter, and
// a first prompt is sent. Nothing of the repository runs, nothing is asked of the network but the model, nothing outside is read.
import { describe, expect } from "bun:test";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { reply, text } from "@oh-my-pi/pi-testkit/llm";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { HOSTILE } from "./testing/hostile-repositories.ts";
import { builtBinary, createOmp, NO_LOCAL_SERVERS } from "./testing/omp-process.ts";
import { layOutHostile, OUTSIDE_TEXT } from "./testing/watch-system-calls.ts";

const watched = skipUnless(requireTool("strace"));
const DEADLINE_MS = 30_000;

/** Types into the terminal what a person would, until omp has answered once. */
async function openInTerminal(
  command: readonly string[],
  place: { readonly cwd: string; readonly env: Record<string, string> },
): Promise<string> {
  let shown = "";
  const decoder = new TextDecoder();
  const child = Bun.spawn([...command], {
    ...place,
    terminal: {
      cols: 100,
      rows: 40,
      data: (_terminal, bytes) => void (shown += decoder.decode(bytes, { stream: true })),
    },
  });
  const sees = (pattern: RegExp): Promise<unknown> =>
    eventually(() => pattern.test(shown), { timeoutMs: DEADLINE_MS, what: String(pattern) });
  try {
    await sees(/Do you trust|Ask anything/);
    if (/Do you trust/.test(shown)) child.terminal?.write("\r");
    await sees(/Ask anything/);
    child.terminal?.write("hello\r");
    await sees(/Good day\./);
  } finally {
    child.terminal?.write("\u0004");
    const killer = setTimeout(() => child.kill("SIGKILL"), DEADLINE_MS);
    await child.exited;
    clearTimeout(killer);
    child.terminal?.close();
  }
  return shown;
}

describe("in a terminal, a hostile repository", () => {
  for (const name of Object.keys(HOSTILE))
    watched(
      name,
      async () => {
        await using omp = createOmp();
        const { workspace, models } = omp;
        const scene = layOutHostile(name, workspace);
        models.script(reply(text("Good day.")));
        const command = [builtBinary(), "--model", "fake/m", "--no-title"];
        const shown = await openInTerminal([...scene.strace, ...command], {
          cwd: scene.cwd,
          env: workspace.env(NO_LOCAL_SERVERS),
        });
        const { programs, ports, opened } = scene.seen();
        const own = ["9", new URL(models.url).port];
        expect(scene.isPwned()).toBe(false);
        expect(programs.filter((path) => path !== builtBinary())).toEqual([]);
        expect(ports.filter((port) => !own.includes(port))).toEqual([]);
        expect(opened.filter((path) => path.startsWith(scene.outside))).toEqual([]);
        expect(shown).not.toContain(OUTSIDE_TEXT);
        // Titles, clipboards and queries that a file of the repository might have smuggled in.
        expect(shown).not.toMatch(/\u001b\](?:52;|[02];owned)/);
        const [request] = models.requests;
        expect(request?.headers.get("x-api-key")).toBe("test-key");
        expect(request?.body).not.toContain(OUTSIDE_TEXT);
        expect(request?.body).not.toContain("PWNED-PROMPT");
      },
      90_000,
    );
});
