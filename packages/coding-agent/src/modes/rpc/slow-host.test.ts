// A host that does not read: omp pauses instead of filling its memory, loses nothing, and can still be stopped. What
// else is printed never reaches the host.
import { expect, test } from "bun:test";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { hold, reply, text } from "@oh-my-pi/pi-testkit/llm";
import { costOf } from "@oh-my-pi/pi-testkit/process-tree";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createOmp } from "../../testing/omp-process.ts";
import { startUnread } from "../../testing/unread-omp.ts";
import { untilStill } from "../../testing/until-still.ts";

const MEGABYTE = 1 << 20;

const RPC = ["--model", "fake/m", "--mode", "rpc", "--event-detail", "full"];

test("answers wait for the host, not in memory; nothing is lost when it reads again", async () => {
  await using omp = createOmp();
  const child = await startUnread(omp, RPC);
  // Each answer has the system prompt and all tools: together some 180 MB.
  const count = 20_000;
  const lines = Array.from({ length: count }, (_, at) => `{"id":"${at}","type":"get_state"}`);
  const written = child.write(...lines);
  await untilStill(child.pid);
  expect(costOf(child.pid)?.peakRssBytes).toBeLessThan(120 * MEGABYTE);
  const seen: string[] = [];
  for await (const line of child.read()) {
    const id = /^\{"id":"(\d+)"/.exec(line)?.[1];
    if (id !== undefined) seen.push(id);
    if (seen.length === count) await child.end();
  }
  await written;
  expect(await child.exited).toBe(0);
  expect(seen).toEqual(lines.map((_, at) => String(at)));
}, 40_000);

test("a host that never reads and goes: omp ends", async () => {
  await using omp = createOmp();
  omp.models.script(reply(text(Array.from({ length: 3000 }, (_, at) => `word${at} `))));
  const child = await startUnread(omp, RPC);
  await child.write('{"id":"1","type":"prompt","message":"go"}');
  await omp.models.nthRequest(1);
  await child.end();
  await eventually(() => costOf(child.pid) === undefined);
  for await (const _ of child.read());
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

test("events wait for the host too: a long answer is not kept in memory", async () => {
  await using omp = createOmp();
  const words = Array.from({ length: 64 }, (_, at) => `word${at} `.repeat(8192));
  omp.models.script(reply(text(words)));
  const child = await startUnread(omp, RPC);
  await child.write('{"id":"1","type":"prompt","message":"go"}');
  await omp.models.nthRequest(1);
  await untilStill(child.pid);
  // Every event repeats the text so far: some 250 MB.
  expect(costOf(child.pid)?.peakRssBytes).toBeLessThan(150 * MEGABYTE);
  const deltas: string[] = [];
  for await (const line of child.read()) {
    const delta = /"type":"text_delta","contentIndex":0,"delta":"([\w ]+)"/.exec(line)?.[1];
    if (delta !== undefined) deltas.push(delta);
    if (line.startsWith('{"type":"agent_end"')) await child.end();
  }
  expect(await child.exited).toBe(0);
  expect(deltas.join("")).toBe(words.join(""));
}, 40_000);

test("an abort overtakes answers that the host has not read", async () => {
  await using omp = createOmp();
  const gate = hold();
  omp.models.script(reply([text("half"), gate]));
  const child = await startUnread(omp, RPC);
  await child.write('{"id":"p","type":"prompt","message":"go"}');
  await gate.reached;
  const states = Array.from({ length: 600 }, (_, at) => `{"id":"${at}","type":"get_state"}`);
  await child.write(...states, '{"id":"a","type":"abort"}');
  expect(await omp.models.requests[0]?.outcome).toBe("clientGone");
  const answered: string[] = [];
  for await (const line of child.read()) {
    const id = /^\{"id":"(\w+)"/.exec(line)?.[1];
    if (id !== undefined) answered.push(id);
    if (id === "a") await child.end();
  }
  expect(await child.exited).toBe(0);
  expect(answered).toEqual(["p", ...states.map((_, at) => String(at)), "a"]);
}, 20_000);
