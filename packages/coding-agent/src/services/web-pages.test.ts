// Contract of reading the web: a page of a known site comes from where its data is, an HTML page in the best form that
// its server has, and nothing that is only tried can make a page fail. No request leaves this process.
import { describe, expect, test } from "bun:test";
import { pdf } from "../testing/sample-documents.ts";
import { WebPages } from "./web-pages.ts";
import { knownSites } from "./web-sites/read-site.ts";

type Answer = string | { readonly body: string | Uint8Array; readonly type: string } | object;

/** A web of these addresses; everything else is not found. */
function web(answers: Readonly<Record<string, Answer>>) {
  const asked: string[] = [];
  const pages = new WebPages(async (url) => {
    asked.push(url);
    const answer = answers[url];
    if (answer === undefined) return new Response("not found", { status: 404 });
    if (typeof answer === "string")
      return new Response(answer, { headers: { "content-type": "text/plain" } });
    if ("type" in answer && "body" in answer)
      return new Response(answer.body as string, {
        headers: { "content-type": answer.type },
      });
    return Response.json(answer);
  });
  return { asked, fetch: (url: string) => pages.fetch(url, new AbortController().signal) };
}

const html = (body: string): Answer => ({ body, type: "text/html" });
const LONG = `<p>${"Words of a page. ".repeat(40)}</p>`;

describe("known sites", () => {
  const cases: [site: string, page: string, data: Record<string, Answer>, says: string[]][] = [
    [
      "github",
      "https://github.com/o/r",
      {
        "https://api.github.com/repos/o/r": {
          full_name: "o/r",
          description: "D",
          topics: ["a", "b"],
        },
        "https://api.github.com/repos/o/r/readme": "# Read me",
      },
      ["# o/r\n\nD\n\n- Topics: a, b\n\n# Read me"],
    ],
    [
      "github",
      "https://github.com/o/r/pull/7/",
      {
        "https://api.github.com/repos/o/r/issues/7": {
          title: "Fix",
          number: 7,
          state: "open",
          labels: [{ name: "bug" }],
          body: "why",
        },
        "https://api.github.com/repos/o/r/issues/7/comments?per_page=100": [
          { user: { login: "ann" }, created_at: "2026", body: "good" },
        ],
      },
      ["# Fix (#7)", "- State: open\n- Labels: bug", "why\n\n### ann, 2026\n\ngood"],
    ],
    [
      "github",
      "https://github.com/o/r/blob/main/src/a.ts",
      { "https://raw.githubusercontent.com/o/r/main/src/a.ts": "let a;" },
      ["let a;"],
    ],
    [
      "github-gist",
      "https://gist.github.com/ann/0123456789abcdef",
      {
        "https://api.github.com/gists/0123456789abcdef": {
          description: "G",
          files: { "a.b.js": { content: "x()" } },
        },
      },
      ["# G\n\n## a.b.js\n\n```\nx()\n```"],
    ],
    [
      "npm",
      "https://www.npmjs.com/package/@s/p",
      {
        "https://registry.npmjs.org/@s/p": {
          name: "@s/p",
          description: "D",
          "dist-tags": { latest: "1.2.3" },
          readme: "How to",
        },
      },
      ["# @s/p\n\nD\n\n- Version: 1.2.3\n\nHow to"],
    ],
    [
      "pypi",
      "https://pypi.org/project/p/",
      {
        "https://pypi.org/pypi/p/json": {
          info: { name: "p", version: "2", requires_dist: ["a", "b"] },
        },
      },
      ["# p\n\n- Version: 2\n- Requires: a, b"],
    ],
    [
      "crates-io",
      "https://crates.io/crates/c",
      { "https://crates.io/api/v1/crates/c": { crate: { name: "c", newest_version: "0.1.0" } } },
      ["# c\n\n- Version: 0.1.0"],
    ],
    [
      "rubygems",
      "https://rubygems.org/gems/g",
      { "https://rubygems.org/api/v1/gems/g.json": { name: "g", version: "3", info: "I" } },
      ["# g\n\nI\n\n- Version: 3"],
    ],
    [
      "packagist",
      "https://packagist.org/packages/v/p",
      {
        "https://packagist.org/packages/v/p.json": {
          package: { name: "v/p", versions: { "dev-main": {}, "v1.0": {} } },
        },
      },
      ["- Version: v1.0"],
    ],
    [
      "hex",
      "https://hex.pm/packages/h",
      { "https://hex.pm/api/packages/h": { name: "h", meta: { description: "D" } } },
      ["# h\n\nD"],
    ],
    [
      "pub-dev",
      "https://pub.dev/packages/p",
      { "https://pub.dev/api/packages/p": { name: "p", latest: { version: "1" } } },
      ["- Version: 1"],
    ],
    [
      "dockerhub",
      "https://hub.docker.com/_/nginx",
      { "https://hub.docker.com/v2/repositories/library/nginx/": { name: "nginx", pull_count: 5 } },
      ["# nginx\n\n- Pulls: 5"],
    ],
    [
      "huggingface",
      "https://huggingface.co/o/m",
      {
        "https://huggingface.co/api/models/o/m": { id: "o/m", likes: 1 },
        "https://huggingface.co/o/m/raw/main/README.md": "---\nx: 1\n---\nCard",
      },
      ["# o/m\n\n- Likes: 1\n\nCard"],
    ],
    [
      "hackernews",
      "https://news.ycombinator.com/item?id=1",
      {
        "https://hn.algolia.com/api/v1/items/1": {
          id: 1,
          title: "S",
          children: [{ author: "a", text: "<p>one", children: [{ author: "b", text: "two" }] }],
        },
      },
      ["# S", "**a**: one", "> **b**: two"],
    ],
    [
      "stackoverflow",
      "https://stackoverflow.com/questions/1/how",
      {
        "https://api.stackexchange.com/2.3/questions/1?site=stackoverflow&filter=withbody": {
          items: [{ title: "How &amp; why", body: "<p>Q</p>", tags: ["js"] }],
        },
        "https://api.stackexchange.com/2.3/questions/1/answers?order=desc&sort=votes&site=stackoverflow&filter=withbody":
          { items: [{ score: 3, is_accepted: true, owner: { display_name: "ann" }, body: "A" }] },
      },
      ["# How & why", "## Answer by ann (3, accepted)\n\nA"],
    ],
    [
      "reddit",
      "https://www.reddit.com/r/x/comments/1/title/",
      {
        "https://www.reddit.com/r/x/comments/1.json?limit=100": [
          { data: { children: [{ data: { title: "T", selftext: "S" } }] } },
          { data: { children: [{ data: { author: "a", body: "hm" } }] } },
        ],
      },
      ["# T", "S\n\n**a**: hm"],
    ],
    [
      "lobsters",
      "https://lobste.rs/s/abc/t",
      {
        "https://lobste.rs/s/abc.json": {
          title: "L",
          comments: [{ commenting_user: "u", comment_plain: "c", depth: 1 }],
        },
      },
      ["# L\n\n> **u**: c"],
    ],
    [
      "devto",
      "https://dev.to/ann/my-post-1",
      { "https://dev.to/api/articles/ann/my-post-1": { title: "P", body_markdown: "B" } },
      ["# P\n\nB"],
    ],
    [
      "wikipedia",
      "https://en.wikipedia.org/wiki/Cat",
      {
        "https://en.wikipedia.org/w/api.php?action=query&prop=extracts&explaintext=1&redirects=1&format=json&formatversion=2&titles=Cat":
          { query: { pages: [{ title: "Cat", extract: "A pet.\n\n== Food ==\nFish." }] } },
      },
      ["# Cat\n\nA pet.\n\n## Food\nFish."],
    ],
    [
      "arxiv",
      "https://arxiv.org/abs/1706.03762",
      {
        "https://export.arxiv.org/api/query?id_list=1706.03762": {
          type: "application/atom+xml",
          body: "<feed><title>q</title><entry><title>Attention</title><author><name>A B</name></author><summary>S &lt; T</summary></entry></feed>",
        },
      },
      ["# Attention", "- Authors: A B", "S < T"],
    ],
    [
      "rfc",
      "https://datatracker.ietf.org/doc/html/rfc2119",
      { "https://www.rfc-editor.org/rfc/rfc2119.txt": "one\n\f\ntwo" },
      ["one\n\ntwo"],
    ],
    [
      "crossref",
      "https://doi.org/10.1/x",
      {
        "https://api.crossref.org/works/10.1/x": {
          message: { DOI: "10.1/x", title: ["W"], author: [{ given: "A", family: "B" }] },
        },
      },
      ["# W\n\n- Authors: A B"],
    ],
    [
      "osv",
      "https://osv.dev/vulnerability/GHSA-1",
      {
        "https://api.osv.dev/v1/vulns/GHSA-1": {
          id: "GHSA-1",
          summary: "bad",
          affected: [
            { package: { ecosystem: "npm", name: "p" }, ranges: [{ events: [{ fixed: "2.0" }] }] },
          ],
        },
      },
      ["# GHSA-1: bad", "- npm p, fixed in 2.0"],
    ],
    [
      "nvd",
      "https://nvd.nist.gov/vuln/detail/CVE-2021-44228",
      {
        "https://services.nvd.nist.gov/rest/json/cves/2.0?cveId=CVE-2021-44228": {
          vulnerabilities: [
            {
              cve: {
                id: "CVE-2021-44228",
                descriptions: [{ lang: "en", value: "Log4Shell" }],
                metrics: { cvssMetricV31: [{ cvssData: { baseScore: 10, vectorString: "V" } }] },
              },
            },
          ],
        },
      },
      ["# CVE-2021-44228", "- CVSS: 10 V", "Log4Shell"],
    ],
    [
      "cisa-kev",
      "https://www.cisa.gov/known-exploited-vulnerabilities-catalog?search_api_fulltext=log4j",
      {
        "https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json": {
          vulnerabilities: [
            { cveID: "CVE-1", vulnerabilityName: "Log4j", dateAdded: "2021" },
            { cveID: "CVE-2", vulnerabilityName: "Other" },
          ],
        },
      },
      ["(1 of 2)", "## CVE-1 Log4j\n\n- Added: 2021"],
    ],
  ];
  for (const [site, page, data, says] of cases) {
    test(`${site}: ${page}`, async () => {
      const { fetch, asked } = web(data);
      const found = await fetch(page);
      expect(found).toMatchObject({ url: page, method: site });
      for (const words of says) expect(found.text).toContain(words);
      expect(asked.toSorted()).toEqual(Object.keys(data).toSorted());
    });
  }

  test("each has a case", () => {
    expect(new Set(cases.map(([site]) => site))).toEqual(new Set(knownSites()));
  });

  test("data that does not answer, or says nothing, leaves the page itself", async () => {
    for (const data of [{}, { "https://registry.npmjs.org/p": { odd: [1] } }]) {
      const { fetch } = web({ ...data, "https://www.npmjs.com/package/p": html(LONG) });
      expect(await fetch("https://www.npmjs.com/package/p")).toMatchObject({ method: "html" });
    }
  });

  test("GitHub's own pages are no repositories", async () => {
    const { fetch } = web({ "https://github.com/topics/cli": html(LONG) });
    expect((await fetch("https://github.com/topics/cli")).method).toBe("html");
  });
});

describe("HTML pages", () => {
  const page = "https://x.test/docs/intro";
  const markdown = (body: string): Answer => ({ body, type: "text/markdown" });

  test("Markdown that the page names wins", async () => {
    const { fetch } = web({
      [page]: html(`<link rel=alternate type=text/markdown href=/m/intro.markdown>${LONG}`),
      "https://x.test/m/intro.markdown": markdown("# Intro"),
    });
    expect(await fetch(page)).toMatchObject({
      method: "markdown",
      text: "# Intro",
      url: page,
      notes: ["Taken from https://x.test/m/intro.markdown"],
    });
  });

  test("so does Markdown beside it, unless that is the page again", async () => {
    const beside = { [page]: html(LONG), [`${page}.md`]: markdown("# Intro") };
    expect((await web(beside).fetch(page)).method).toBe("markdown");
    const again = { [page]: html(LONG), [`${page}.md`]: html(LONG) };
    expect((await web(again).fetch(page)).method).toBe("html");
  });

  test("a server that answers with Markdown is taken at its word", async () => {
    const { fetch, asked } = web({ [page]: markdown("# Intro") });
    expect(await fetch(page)).toMatchObject({ method: "text", text: "# Intro" });
    expect(asked).toEqual([page]);
  });

  const feed =
    "<?xml version='1.0'?><rss><channel><title>News</title><item><title>One &amp; only</title><link>https://x.test/1</link><pubDate>today</pubDate><description><![CDATA[<p>Words</p>]]></description></item></channel></rss>";
  const poor: [
    what: string,
    body: string,
    more: Record<string, Answer>,
    method: string,
    says: string,
  ][] = [
    [
      "its feed",
      "<link rel=alternate type=application/rss+xml href=/feed>",
      { "https://x.test/feed": { body: feed, type: "application/rss+xml" } },
      "feed",
      "# News\n\n## One & only\n\nhttps://x.test/1 · today\n\nWords",
    ],
    [
      "the one document it links to",
      "<a href=/a.pdf>here</a>",
      { "https://x.test/a.pdf": { body: pdf("Paper"), type: "application/pdf" } },
      "document",
      "",
    ],
    [
      "what the site says to models",
      "<div id=app></div>",
      { "https://x.test/llms.txt": "# Site" },
      "llms.txt",
      "# Site",
    ],
  ];
  for (const [what, body, more, method, says] of poor) {
    test(`a page without text: ${what}`, async () => {
      const found = await web({ [page]: html(body), ...more }).fetch(page);
      expect(found.method).toBe(method);
      expect(found.text).toContain(says);
      const rich = await web({ [page]: html(body + LONG), ...more }).fetch(page);
      expect(rich.method).toBe("html");
    });
  }

  test("a feed itself is read as one", async () => {
    const { fetch } = web({ [page]: { body: feed, type: "text/xml" } });
    expect(await fetch(page)).toMatchObject({ method: "feed" });
  });
});
