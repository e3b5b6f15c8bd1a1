// The page at `/` in a real browser: it lists sessions, shows one live, writes nothing, runs nothing that is foreign and
// asks nobody else.
import { expect } from "bun:test";
import { startBrowser } from "@oh-my-pi/pi-testkit/browser";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { hold, reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { createOmp } from "../../testing/omp-process.ts";
import { startServe } from "../../testing/serve-host.ts";

const test = skipUnless(requireTool("chromium"));
const HOSTILE = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
const TURNED = "safe\u202Etxt.exe";

test("lists the sessions, shows one live, and stays inert", async () => {
  await using omp = createOmp();
  omp.models.script(
    reply(text("from before")),
    reply(toolCall("bash", { command: "echo from-a-tool" })),
    reply(text([`${HOSTILE} `, `${TURNED} `, "live words"])),
  );
  await using serve = await startServe(omp);
  const session = await serve.open();
  await using host = await serve.connect(session);
  const runs = (count: number) => () =>
    host.heard.filter(({ type }) => type === "agent_end").length === count;
  await serve.command(session, { type: "set_session_name", name: HOSTILE });
  await serve.command(session, { type: "prompt", message: "one" });
  await host.hear(runs(1));
  await using browser = await startBrowser();
  const page = await browser.open(serve.url);
  await page.waitFor(`document.querySelectorAll("#sessions button").length === 1`);
  expect(await page.evaluate("location.href")).toBe(`http://127.0.0.1:${serve.port}/`);
  expect(await page.evaluate(`document.querySelector("#sessions button").firstChild.data`)).toBe(
    HOSTILE,
  );
  await page.evaluate(`document.querySelector("#sessions button").click()`);
  await page.waitFor(`document.querySelector("#transcript").innerText.includes("from before")`);
  await serve.command(session, { type: "prompt", message: "two" });
  await page.waitFor(`document.querySelector("#transcript").innerText.includes("live words")`);
  await host.hear(runs(2));
  const shown = String(await page.evaluate(`document.querySelector("#transcript").innerText`));
  for (const part of ["one", "two", "from-a-tool", HOSTILE, "safe⟨202e⟩txt.exe"])
    expect(shown).toContain(part);
  expect(await page.evaluate(`document.querySelectorAll(".call.done").length`)).toBe(1);
  expect(await page.evaluate(`document.querySelectorAll(".live").length`)).toBe(0);
  expect(await page.evaluate("document.title")).toBe("omp");
  expect(
    await page.evaluate(`document.querySelectorAll("img, form, input, textarea").length`),
  ).toBe(0);
  expect(page.errors).toEqual([]);
  const foreign = page.requested.filter(
    (url) => !url.startsWith(`http://127.0.0.1:${serve.port}/`) && url !== "data:,",
  );
  expect(foreign).toEqual([]);
  expect(page.requested.filter((url) => url.includes(serve.token))).toEqual([]);
}, 60_000);

test("shows the session that works at once, from the middle of an answer on", async () => {
  await using omp = createOmp();
  const [first, second] = [hold(), hold()];
  omp.models.script(
    reply([text("begun "), first, text("live words"), second, text("and the end")]),
  );
  await using serve = await startServe(omp);
  await serve.open();
  const session = await serve.open();
  await serve.command(session, { type: "prompt", message: "go" });
  await first.reached;
  await using browser = await startBrowser();
  const page = await browser.open(serve.url);
  await page.waitFor(`document.querySelector("#transcript").innerText.includes("go")`);
  await page.waitFor(`document.querySelector("[data-state=working][aria-current=true]") !== null`);
  first.release();
  await page.waitFor(`document.querySelector(".live")?.innerText.includes("live words")`);
  second.release();
  await page.waitFor(
    `/begun\\s+live words\\s+and the end/.test(document.querySelector("#transcript").innerText)`,
  );
  await page.waitFor(`document.querySelector(".live") === null`);
  expect(page.errors).toEqual([]);
}, 60_000);

test("without the token it shows nothing but that", async () => {
  await using omp = createOmp();
  await using serve = await startServe(omp);
  await serve.open();
  await using browser = await startBrowser();
  const page = await browser.open(`http://127.0.0.1:${serve.port}/`);
  await page.waitFor(`document.querySelector("#status").innerText.includes("token")`);
  expect(await page.evaluate(`document.querySelectorAll("button").length`)).toBe(0);
}, 60_000);

test("the policy runs no script but the page's own, and another site can neither frame nor read it", async () => {
  await using omp = createOmp();
  await using serve = await startServe(omp);
  await serve.open();
  await using browser = await startBrowser();
  const page = await browser.open(serve.url);
  await page.waitFor(`document.querySelectorAll("#sessions button").length === 1`);
  await page.evaluate(`(() => {
    const made = document.createElement("script");
    made.textContent = "document.title = 'taken'";
    document.body.append(made);
  })()`);
  expect(await page.evaluate("document.title")).toBe("omp");
  expect(page.errors.join()).toContain("Content Security Policy");
  const other = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () => new Response("<!doctype html><p>another site", { headers: HTML }),
  });
  try {
    const site = await browser.open(other.url.href);
    await site.waitFor(`document.querySelector("p") !== null`);
    const asked = (init: string) => `fetch("http://127.0.0.1:${serve.port}/api/sessions", ${init})
      .then((answer) => answer.type + answer.status, () => "refused")`;
    const key = `{ headers: { Authorization: "Bearer ${serve.token}" } }`;
    expect(await site.evaluate(asked(key))).toBe("refused");
    expect(await site.evaluate(asked(`{ mode: "no-cors" }`))).toBe("refused");
    const socket = `new Promise((resolve) => {
      const made = new WebSocket("ws://127.0.0.1:${serve.port}/api/sessions/x/socket", ["omp-token.${serve.token}"]);
      made.onopen = () => resolve("open");
      made.onerror = () => resolve("refused");
    })`;
    expect(await site.evaluate(socket)).toBe("refused");
    await site.evaluate(`(() => {
      const made = document.createElement("iframe");
      made.src = "http://127.0.0.1:${serve.port}/";
      document.body.append(made);
    })()`);
    await eventually(() => site.errors.join().includes("frame-ancestors"));
  } finally {
    await other.stop(true);
  }
}, 60_000);

const HTML = { "content-type": "text/html" };
