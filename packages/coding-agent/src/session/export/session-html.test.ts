// An exported session in a real browser: readable, searchable, and inert whatever is in it.
import { describe, expect, test } from "bun:test";
import { type Browser, type BrowserPage, startBrowser } from "@oh-my-pi/pi-testkit/browser";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import type { AssistantMessage, UserMessage } from "@oh-my-pi/pi-ai/message";
import type { ContextMessage } from "../state/context-messages.ts";
import { sessionHtml } from "./session-html.ts";

const testInBrowser = skipUnless(requireTool("chromium"));

/** Starting a browser takes its time. */
const BROWSER_MS = 30_000;

const header = {
  type: "session" as const,
  version: 3,
  id: "0000",
  timestamp: "2026-01-02T03:04:05.000Z",
  cwd: "/work/project",
};

function user(content: UserMessage["content"]): UserMessage {
  return { role: "user", content, attribution: "user", timestamp: 1 };
}

function assistant(content: AssistantMessage["content"]): AssistantMessage {
  const none = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const { total: _, ...counts } = none;
  return {
    role: "assistant",
    content,
    api: "anthropic-messages",
    provider: "fake",
    model: "m",
    usage: { ...counts, totalTokens: 0, cost: none },
    stopReason: "stop",
    timestamp: 2,
  };
}

const text = (markdown: string) => ({ type: "text" as const, text: markdown });

async function open(browser: Browser, messages: readonly ContextMessage[]): Promise<BrowserPage> {
  using folder = createWorkspace();
  const prompts = messages
    .filter(({ role }) => role === "user")
    .map((_, at) => ({ id: `p${at}`, parentId: undefined, text: `prompt ${at}`, isShown: true }));
  const page = await sessionHtml({ header, messages, prompts, tools: [] });
  folder.write({ "page.html": page });
  const opened = await browser.open(`file://${folder.at("page.html")}`);
  await opened.waitFor("document.readyState === 'complete'");
  return opened;
}

/** Everything that has ever made a page of foreign text run something. */
const HOSTILE = [
  "<script>window.hit = 1</script>",
  "</script><script>window.hit = 2</script>",
  "</style></title><script>window.hit = 3</script>",
  "<img src=x onerror='window.hit = 4'>",
  "<svg onload='window.hit = 5'><script>window.hit = 6</script></svg>",
  "[click](javascript:window.hit=7)",
  "[click](JaVaScRiPt&colon;window.hit=8)",
  "![pic](https://example.invalid/leak.png)",
  "![pic](data:text/html;base64,PHNjcmlwdD53aW5kb3cuaGl0PTk8L3NjcmlwdD4=)",
  "<iframe srcdoc='<script>parent.hit = 10</script>'></iframe>",
  "<a href='data:text/html,<script>opener.hit=11</script>'>x</a>",
  '<https://example.invalid/"onmouseover="window.hit=12>',
  "```html\n</code></pre><script>window.hit = 13</script>\n```",
  '```"><script>window.hit=14</script>\nx\n```',
  "| <script>window.hit = 15</script> |\n| --- |\n| <img src=x onerror=window.hit=16> |",
  "<meta http-equiv=refresh content='0;url=https://example.invalid/'>",
  "<base href='https://example.invalid/'><form action='https://example.invalid/'><input></form>",
  "<math><mtext><style><img src=x onerror=window.hit=17></style></mtext></math>",
  "<details open ontoggle=window.hit=18>x</details>",
  "\u2028<!--><script>window.hit=19</script>-->",
].join("\n\n");

describe("an exported page", () => {
  testInBrowser(
    "runs and loads nothing of what is in the session",
    async () => {
      await using browser = await startBrowser();
      const call = {
        type: "toolCall" as const,
        id: "c",
        name: "<b>x</b>",
        arguments: { a: HOSTILE },
      };
      const page = await open(browser, [
        user(HOSTILE),
        user([text(HOSTILE), { type: "image", data: '"><script>', mimeType: "image/svg+xml" }]),
        assistant([text(HOSTILE), { type: "thinking", thinking: HOSTILE }, call]),
        {
          role: "toolResult",
          toolCallId: "c",
          toolName: "x",
          content: [text(HOSTILE)],
          details: {},
          isError: true,
          timestamp: 3,
        },
        { role: "branchSummary", summary: HOSTILE, fromId: "x", timestamp: 4 },
      ]);
      await page.evaluate(
        "for (const link of document.querySelectorAll('a:not([href^=https]), summary, img')) link.click()",
      );
      expect(await page.evaluate("window.hit ?? null")).toBeNull();
      expect(page.requested.filter((url) => !url.startsWith("file:"))).toEqual([]);
      const foreign = "script, iframe, svg, math, form, base, object, embed, [onerror], [onload]";
      expect(
        await page.evaluate(`document.querySelector('main').querySelectorAll("${foreign}").length`),
      ).toBe(0);
      const links = (await page.evaluate(
        "[...document.querySelectorAll('main a')].map((link) => link.protocol)",
      )) as string[];
      expect(new Set(links)).toEqual(new Set(["https:"]));
      // Nothing is lost either: it can all be read.
      const shown = String(await page.evaluate("document.querySelector('main').textContent"));
      for (const piece of [
        "</style></title><script>window.hit = 3</script>",
        "<svg onload='window.hit = 5'>",
        "javascript:window.hit=7",
        "</code></pre><script>window.hit = 13</script>",
        "<script>window.hit=19</script>",
      ])
        expect(shown).toContain(piece);
    },
    BROWSER_MS,
  );

  testInBrowser(
    "shows Markdown, coloured code, tables and collapsed thinking",
    async () => {
      await using browser = await startBrowser();
      const answer = [
        "# Plan",
        "Some **bold** `code` and a [link](https://example.invalid/).",
        "- [x] one\n- [ ] two\n  1. deep",
        "```ts\nconst answer: number = 42; // why\n```",
        "| a | b |\n| --- | --- |\n| 1 | 2 |",
      ].join("\n\n");
      const page = await open(browser, [
        user("Do it"),
        assistant([{ type: "thinking", thinking: "let me see" }, text(answer)]),
      ]);
      const count = (selector: string) =>
        page.evaluate(`document.querySelectorAll(${JSON.stringify(selector)}).length`);
      for (const [selector, wanted] of [
        ["section", 2],
        ["main h3", 1],
        ["main strong", 1],
        ["main li", 3],
        ["main li.task", 2],
        ["main li p", 0],
        ["main table tr", 2],
        ["i.keyword", 1],
        ["i.number", 1],
        ["i.comment", 1],
        ["details.thinking:not([open])", 1],
      ] as const)
        expect({ selector, count: await count(selector) }).toEqual({ selector, count: wanted });
      expect(page.errors).toEqual([]);
    },
    BROWSER_MS,
  );

  testInBrowser(
    "can be searched and filtered",
    async () => {
      await using browser = await startBrowser();
      const page = await open(browser, [
        user("find the needle"),
        assistant([{ type: "thinking", thinking: "a haystack" }, text("Here is hay.")]),
        user("thanks"),
      ]);
      const visible = () =>
        page.evaluate(
          "[...document.querySelectorAll('[data-kind]')].filter((x) => x.offsetParent).length",
        );
      const search = (words: string) =>
        page.evaluate(
          `(() => { const box = document.querySelector('#search'); box.value = ${JSON.stringify(words)}; box.dispatchEvent(new Event('input')); return document.querySelector('#count').textContent; })()`,
        );
      expect(await visible()).toBe(4);
      expect(await search("NEEDLE")).toBe("1 part");
      expect(await visible()).toBe(1);
      expect(await search("haystack")).toBe("1 part");
      expect(await page.evaluate("document.querySelector('details.thinking').open")).toBe(true);
      expect(await search("")).toBe("");
      await page.evaluate("document.querySelector('[data-shows=thinking]').click()");
      expect(await visible()).toBe(3);
      expect(await page.evaluate("document.querySelectorAll('nav a').length")).toBe(2);
      await page.evaluate(
        "document.querySelector('nav details').open = true; document.querySelectorAll('nav a')[1].click()",
      );
      expect(await page.evaluate("document.querySelector(':target h2').textContent")).toContain(
        "user",
      );
    },
    BROWSER_MS,
  );
});

test("the page names its style and script by their hashes and nothing else", async () => {
  const page = await sessionHtml({ header, messages: [user("hi")], tools: [] });
  const [, policy = ""] = /Content-Security-Policy" content="([^"]+)"/.exec(page) ?? [];
  expect(policy).toMatch(
    /^default-src 'none'; img-src data:; style-src 'sha256-[\w+/=]+'; script-src 'sha256-[\w+/=]+'; base-uri 'none'; form-action 'none'$/,
  );
  expect(page).not.toMatch(/(src|href)="(?!#|data:image)/);
});
