// G14 in a terminal: a person types a secret, a command prints it, the conversation is dumped and exported. Everything that omp
// keeps (history of prompts, audit, undo, logs) and gives out (traces too) is searched, and all of it is its owner's alone.
import { expect } from "bun:test";
import { type Canary, createCanary } from "@oh-my-pi/pi-testkit/canary";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { startTmux } from "@oh-my-pi/pi-testkit/tmux";
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { builtBinary, createOmp, type OmpProcess } from "./testing/omp-process.ts";
import { startCollector } from "./testing/trace-collector.ts";

const inTerminal = skipUnless(requireTool("tmux"));

/** All that omp made; copies that undo brings back must be what they were, and what the test wrote is not omp's. */
function made({ workspace }: OmpProcess): string[] {
  const root = join(workspace.home, ".omp");
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => join(root, name))
    .filter((path) => !/models\.yml$|\.omp\/agent$/.test(path));
}

function expectNoTrace(canary: Canary, paths: readonly string[]): void {
  for (const path of paths) expect([path, canary.find(readFileSync(path))]).toEqual([path, []]);
}

inTerminal(
  "what is typed, printed, dumped and exported",
  async () => {
    await using omp = createOmp();
    await using collector = startCollector();
    const { workspace, models } = omp;
    const canary = createCanary("value-");
    models.script(
      reply(toolCall("bash", { command: "echo $MY_SECRET; echo $MY_SECRET > made.txt; exit 3" })),
      reply(text("All done.")),
    );
    await using terminal = await startTmux([builtBinary(), "--model", "fake/m", "--no-title"], {
      env: workspace.env({
        MY_SECRET: canary.value,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
        PI_OTEL_CLOSE_MS: "60000",
        OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "full",
      }),
      cwd: workspace.path,
      columns: 100,
      rows: 30,
    });
    await terminal.waitFor("Ask anything");
    await terminal.type(`my key is ${canary.value}`);
    await terminal.press("Enter");
    await terminal.waitFor("All done.");
    for (const command of ["/dump dump.md", "/export page.html", "/changes"]) {
      await terminal.type(command);
      await terminal.press("Enter");
    }
    await terminal.waitFor(() => existsSync(workspace.at("page.html")));
    await terminal.press("C-d");
    expect(await terminal.waitForExit()).toBe(0);

    const files = made(omp).filter((path) => lstatSync(path).isFile());
    const names = files.map((path) => path.replace(/^.*\/\.omp\//, ""));
    for (const wanted of [/history\.db$/, /audit\/audit\.jsonl$/, /undo\/.*\.db$/, /\.jsonl$/])
      expect(names.join("\n")).toMatch(new RegExp(wanted, "m"));
    expectNoTrace(canary, [
      ...files.filter((path) => !path.includes("/packs/")),
      workspace.at("dump.md"),
      workspace.at("page.html"),
    ]);
    for (const { body } of models.requests) expect(canary.find(body)).toEqual([]);
    expect(models.otherRequests).toEqual([]);
    const traced = JSON.stringify(collector.spans);
    for (const part of ["invoke_agent omp", "my key is #", "All done."])
      expect(traced).toContain(part);
    expect(canary.find(traced)).toEqual([]);
    for (const path of made(omp)) {
      const stats = lstatSync(path);
      const mode = (stats.mode & 0o777).toString(8);
      const isProgram = path.includes("/unpacked/") || path.includes("/bin/");
      const wanted = stats.isDirectory() || (isProgram && mode === "700") ? "700" : "600";
      expect(`${mode} ${path}`).toBe(`${wanted} ${path}`);
    }
  },
  60_000,
);
