// Contract: pages become readable Markdown with absolute links, articles are found, scripts never show, and no input throws.
import { describe, expect, test } from "bun:test";
import { htmlToMarkdown } from "./html-to-markdown.ts";

const paragraph =
  "This is a long sentence, with commas, that a reader would want to read, and not skip. ".repeat(
    6,
  );
const page = `<!doctype html><html><head><title>The  title</title><style>x{}</style></head><body>
<nav><a href="/home">Home</a> <a href="/about">About</a></nav>
<article><h1>Heading</h1><p>${paragraph}</p><p>${paragraph}<a href="../b?c=1">link</a></p><ul><li>one</li><li>two</li></ul>
<pre><code class="language-ts">const a = 1;</code></pre></article>
<footer>Imprint</footer><script>alert("no")</script></body></html>`;

describe("pages", () => {
  test("the whole page keeps everything but scripts and styles", async () => {
    const { markdown, title, isArticle } = await htmlToMarkdown(page);
    expect([title, isArticle]).toEqual(["The  title", false]);
    expect(markdown).toContain("# Heading");
    expect(markdown).toContain("* one\n* two");
    expect(markdown).toContain("```ts\nconst a = 1;\n```");
    expect(markdown).toContain("Imprint");
    expect(markdown).not.toContain("alert");
    expect(markdown).not.toContain("x{}");
  });

  test("the article alone leaves out what surrounds it", async () => {
    const { markdown, isArticle } = await htmlToMarkdown(page, { onlyArticle: true });
    expect(isArticle).toBe(true);
    expect(markdown).toContain("This is a long sentence");
    expect(markdown).not.toContain("Imprint");
    expect(markdown).not.toContain("About");
  });

  test("links become absolute", async () => {
    const { markdown } = await htmlToMarkdown(page, { baseUrl: "https://example.com/x/y/z" });
    expect(markdown).toContain("[link](https://example.com/x/b?c=1)");
    expect(markdown).toContain("[Home](https://example.com/home)");
  });

  test.each([
    ["nothing", "", ""],
    ["plain text", "just text", "just text"],
    ["a fragment", "<p>a <b>b</b></p>", "a **b**"],
    ["unclosed tags", "<div><p>a<p>b", "a\n\nb"],
    ["a broken address", '<a href="http://[">x</a>', "[x](http://[)"],
    ["a table", "<table><tr><th>a</th></tr><tr><td>1</td></tr></table>", "| a |\n| - |\n| 1 |"],
  ])("%s", async (_, html, expected) => {
    expect(
      (await htmlToMarkdown(html, { baseUrl: "https://example.com", onlyArticle: html === "" }))
        .markdown,
    ).toBe(expected);
  });

  test("a page without an article is shown whole", async () => {
    expect(await htmlToMarkdown("<p>short</p>", { onlyArticle: true })).toMatchObject({
      markdown: "short",
    });
  });

  test("a page that is too long is cut, and says so", async () => {
    const { isCut, markdown } = await htmlToMarkdown(`<p>${"x ".repeat(2_600_000)}</p><p>end</p>`);
    expect(isCut).toBe(true);
    expect(markdown).not.toContain("end");
  }, 30_000);
});
