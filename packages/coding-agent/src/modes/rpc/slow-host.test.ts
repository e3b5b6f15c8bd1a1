// A host that does not read: omp pauses instead of filling its memory, loses nothing, and can still be stopped. What
// else is printed never reaches the host.
import { expect, test } from "bun:test";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { reply, text } from "@oh-my-pi/pi-testkit/llm";
import { costOf } from "@oh-my-pi/pi-testkit/process-tree";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { builtBinary, createOmp } from "../../testing/omp-process.ts";

const MEGABYTE = 1 << 20;

function startUnread(omp: ReturnType<typeof createOmp>) {
  return Bun.spawn(
    [builtBinary(), "--model", "fake/m", "--mode", "rpc", "--event-detail", "full"],
    {
      cwd: omp.workspace.path,
      env: omp.workspace.env(),
      stdin: "pipe",
      stdout: "pipe",
      stderr: "ignore",
    },
  );
}

/** Resolves when the process has done nothing for a while. */
async function untilStill(pid: number): Promise<void> {
  let last = -1;
  let same = 0;
  await eventually(() => {
    const cpu = costOf(pid)?.cpuMs ?? 0;
    same = cpu === last ? same + 1 : 0;
    last = cpu;
    return same >= 40;
  });
}

test("answers wait for the host, not in memory; nothing is lost when it reads again", async () => {
  await using omp = createOmp();
  const child = startUnread(omp);
  // Each answer has the system prompt and all tools: together some 180 MB.
  const count = 20_000;
  const lines = Array.from({ length: count }, (_, at) => `{"id":"${at}","type":"get_state"}\n`);
  const written = (async () => {
    await child.stdin.write(lines.join(""));
    await child.stdin.flush();
  })();
  await untilStill(child.pid);
  expect(costOf(child.pid)?.peakRssBytes).toBeLessThan(120 * MEGABYTE);
  const seen: string[] = [];
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of child.stdout) {
    const frames = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = frames.pop() ?? "";
    for (const line of frames) {
      const id = /^\{"id":"(\d+)"/.exec(line)?.[1];
      if (id !== undefined) seen.push(id);
    }
    if (seen.length === count) await child.stdin.end();
  }
  await written;
  expect(await child.exited).toBe(0);
  expect(seen).toEqual(lines.map((_, at) => String(at)));
}, 20_000);

test("a host that never reads and goes: omp ends", async () => {
  await using omp = createOmp();
  omp.models.script(reply(text(Array.from({ length: 3000 }, (_, at) => `word${at} `))));
  const child = startUnread(omp);
  await child.stdin.write('{"id":"1","type":"prompt","message":"go"}\n');
  await child.stdin.flush();
  await omp.models.nthRequest(1);
  await child.stdin.end();
  expect(await child.exited).toBe(0);
});

test("whatever prints beside the protocol lands on stderr", async () => {
  await using omp = createOmp();
  const script = join(omp.workspace.path, "print.ts");
  const claim = join(import.meta.dir, "../../platform/claim-stdout.ts");
  writeFileSync(
    script,
    `import { claimStdout } from ${JSON.stringify(claim)};
    const sink = Bun.file(claimStdout(process.platform)).writer();
    console.log("stray 1");
    process.stdout.write("stray 2\\n");
    Bun.spawnSync(["echo", "stray 3"], { stdout: "inherit" });
    sink.write("frame\\n");
    await sink.flush();`,
  );
  const child = Bun.spawn([process.execPath, script], { stdout: "pipe", stderr: "pipe" });
  expect(await new Response(child.stdout).text()).toBe("frame\n");
  const stray = await new Response(child.stderr).text();
  for (const at of [1, 2, 3]) expect(stray).toContain(`stray ${at}`);
});
