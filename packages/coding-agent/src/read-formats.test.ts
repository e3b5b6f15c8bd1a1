// Files that are not plain text, and pages of the web: real bytes of each format, and what a model gets.
import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { setArchiveEntry } from "./services/files/archive/open-archive.ts";
import { createFileTools } from "./testing/file-tools.ts";
import { docx, epub, pdf, pptx, xlsx, zip } from "./testing/sample-documents.ts";
import read from "./tools/read/read.ts";

describe("documents", () => {
  const rtf =
    "{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}{\\*\\generator x;}Caf\\'e9 \\u8364?5\\par next\\tab x}";
  const cases: [name: string, bytes: string | Uint8Array, text: string][] = [
    ["a.pdf", pdf("Hello PDF"), "Hello PDF"],
    ["a.docx", docx, "First & last\n\nSecond"],
    ["a.xlsx", xlsx, "## Sales\n\n| name |  | flag |\n| --- | --- | --- |\n| a\\|b | 3.5 | TRUE |"],
    ["a.pptx", pptx, "## Slide 1\n\ntwo!\n\nNotes: say it!\n\n## Slide 2\n\nten!"],
    ["a.epub", epub, "# One\n\nHello you\n\n---\n\n- x\n\n- y"],
    ["a.rtf", rtf, "Café €5\nnext\tx"],
    ["bad.pdf", "no", "[Cannot read .pdf file: Invalid PDF structure.]"],
    ["bad.docx", "no", "[Cannot read .docx file: it is not a zip file]"],
    ["bad.xlsx", "no", "[Cannot read .xlsx file: it is not a zip file]"],
    [
      "old.doc",
      "no",
      "[Cannot read .doc file: the old binary format is not supported; save it as .docx]",
    ],
  ];
  for (const [name, bytes, text] of cases) {
    test(name, async () => {
      await using tools = createFileTools();
      tools.workspace.write({ [name]: bytes });
      const result = await tools.call(read, { path: name });
      expect(result.isError).toBe(false);
      expect(result.text.slice(0, text.length)).toBe(text);
    });
  }
});

describe("archives", () => {
  const cases: [path: string, text: string, isError?: boolean][] = [
    ["a.zip", "b.bin  3B\nd/\nx.txt  11B"],
    ["a.zip:d", "deep/\nf.ts  8B"],
    ["a.zip:d/", "deep/\nf.ts  8B"],
    ["a.zip:x.txt:2-2:raw", "two"],
    ["a.zip:b.bin", "[Cannot read binary archive entry 'b.bin' (3B)]"],
    ["a.zip:../x", "Archive path cannot contain '..'", true],
    ["a.zip:nope", "Path 'a.zip:nope' not found inside archive", true],
    ["a.tar.gz", "one.txt  3B"],
    ["a.tar.gz:one.txt", "one"],
    ["broken.zip", "Cannot read archive 'broken.zip': it is not a zip file", true],
    ["broken.tgz", "Cannot read archive 'broken.tgz': it is not a gzip file", true],
    ["broken.tar", "Cannot read archive 'broken.tar': it is not a tar file", true],
    [
      "bomb.tgz",
      "Cannot read archive 'bomb.tgz': it unpacks to more than 128 MB; unpack it with bash",
      true,
    ],
  ];
  for (const [path, text, isError = false] of cases) {
    test(path, async () => {
      await using tools = createFileTools();
      const { workspace } = tools;
      const bytes = zip({
        "x.txt": "one\ntwo\nend",
        "d/f.ts": "let a: 1",
        "d/deep/g": "",
        "b.bin": "\u0001\u0000\u0002",
      });
      workspace.write({
        "a.zip": bytes,
        "broken.zip": "no",
        "broken.tgz": "no",
        "broken.tar": "no".repeat(999),
      });
      const tar = setArchiveEntry(
        workspace.at("new.tar.gz"),
        "one.txt",
        new TextEncoder().encode("one"),
        0,
      );
      workspace.write({ "a.tar.gz": tar });
      if (path === "bomb.tgz")
        workspace.write({ "bomb.tgz": gzipSync(new Uint8Array(200 * 1024 * 1024)) });
      expect(await tools.call(read, { path })).toMatchObject({ text, isError });
    });
  }
});

describe("images", () => {
  /** Noise does not compress, so the file is as large as its pixels. */
  async function png(width: number, height: number): Promise<Uint8Array> {
    const pixels = Buffer.alloc(54 + width * height * 3);
    pixels.write("BM", 0, "latin1");
    pixels.writeUInt32LE(pixels.length, 2);
    pixels.writeUInt32LE(54, 10);
    pixels.writeUInt32LE(40, 14);
    pixels.writeInt32LE(width, 18);
    pixels.writeInt32LE(height, 22);
    pixels.writeUInt16LE(1, 26);
    pixels.writeUInt16LE(24, 28);
    for (let at = 54, noise = 1; at < pixels.length; at++) {
      noise = (noise * 1103515245 + 12345) % 2147483648;
      pixels[at] = noise >> 16;
    }
    return new Bun.Image(pixels).png().bytes();
  }

  test("small ones are sent as they are", async () => {
    await using tools = createFileTools();
    const bytes = await png(64, 32);
    tools.workspace.write({ "a.png": bytes });
    const { text, images } = await tools.call(read, { path: "a.png" });
    expect(text).toMatch(/^Image 'a\.png' \(image\/png, 64x32, [\d.]+KB\)$/);
    expect(images).toEqual([
      {
        type: "image",
        data: Buffer.from(bytes).toString("base64"),
        mimeType: "image/png",
      } as never,
    ]);
  });

  test("large ones are made smaller than 1568 pixels and 500 KB", async () => {
    await using tools = createFileTools();
    tools.workspace.write({ "a.png": await png(2000, 500) });
    const { images } = await tools.call(read, { path: "a.png" });
    const sent = Buffer.from(images[0]?.data ?? "", "base64");
    const { width, height } = await new Bun.Image(sent).metadata();
    expect(sent.length).toBeLessThanOrEqual(500 * 1024);
    expect(Math.max(width, height)).toBeLessThanOrEqual(1568);
    expect(width / height).toBeCloseTo(4, 1);
  });

  test("images.blockImages keeps them here", async () => {
    await using tools = createFileTools({ values: { images: { blockImages: true } } });
    tools.workspace.write({ "a.png": await png(8, 8) });
    const { text, images } = await tools.call(read, { path: "a.png" });
    expect(images).toEqual([]);
    expect(text).toContain("[Images are not sent: images.blockImages is on]");
  });

  test("other formats are refused by their bytes", async () => {
    await using tools = createFileTools();
    tools.workspace.write({ "a.png": "not an image" });
    const { text, isError } = await tools.call(read, { path: "a.png" });
    expect(isError).toBe(true);
    expect(text).toBe("Cannot read image 'a.png': only PNG, JPEG, GIF and WEBP are supported.");
  });
});

describe("web pages", () => {
  const pages: Readonly<Record<string, () => Response>> = {
    "/text": () =>
      new Response(Array.from({ length: 400 }, (_, at) => `row ${at + 1}`).join("\n"), {
        headers: { "content-type": "text/plain; charset=utf-8" },
      }),
    "/html": () =>
      new Response(
        "<title>T</title><script>x()</script><h2>Head</h2><p>See <a href='https://example.org/?a=1&amp;b=2'>this &lt;link&gt;</a></p><pre>  code\n    more</pre>",
        { headers: { "content-type": "text/html" } },
      ),
    "/moved": () => Response.redirect("/text"),
    "/gone": () =>
      new Response("nothing here", {
        status: 404,
        statusText: "Not Found",
        headers: { "content-type": "text/plain" },
      }),
    "/bytes": () =>
      new Response(new Uint8Array([0, 1, 2]), {
        headers: { "content-type": "application/octet-stream" },
      }),
    "/pdf": () =>
      new Response(pdf("From the web"), { headers: { "content-type": "application/pdf" } }),
  };

  function serve() {
    const asked: string[] = [];
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (request) => {
        const { pathname } = new URL(request.url);
        asked.push(pathname);
        return pages[pathname]?.() ?? new Response("", { status: 500 });
      },
    });
    return {
      asked,
      base: `http://127.0.0.1:${server.port}`,
      [Symbol.dispose]: () => void server.stop(true),
    };
  }

  const cases: [path: string, shown: string][] = [
    [
      "/html",
      "Content-Type: text/html\nMethod: html\n\n---\n\nT\n\n## Head\n\nSee [this <link>](https://example.org/?a=1&b=2)\n\n```\n  code\n    more\n```",
    ],
    [
      "/gone",
      "Content-Type: text/plain\nMethod: failed\nNotes: HTTP 404 Not Found\n\n---\n\nnothing here",
    ],
    ["/bytes", "Method: raw\n\n---\n\n[Cannot show application/octet-stream content of 3 bytes]"],
    ["/pdf", "Method: document\n\n---\n\nFrom the web"],
  ];
  for (const [path, shown] of cases) {
    test(path, async () => {
      await using tools = createFileTools();
      using site = serve();
      const result = await tools.call(read, { path: site.base + path });
      expect(result.isError).toBe(false);
      expect(result.text).toStartWith(`URL: ${site.base}${path}\n`);
      expect(result.text).toEndWith(shown);
    });
  }

  test("selectors page what was fetched, without fetching again", async () => {
    await using tools = createFileTools();
    using site = serve();
    const first = await tools.call(read, { path: `${site.base}/text` });
    expect(first.text).toEndWith(
      "row 300\n\n[Showing lines 1-300 of 400. Use :301 to continue]\n[Read artifact://0 for full output]",
    );
    const kept = await tools.call(read, { path: "artifact://0:400:raw" });
    expect(kept.text).toContain("row 400");
    expect(first.details["truncated"]).toBe(true);
    const second = await tools.call(read, { path: `${site.base}/text:399` });
    expect(second.text).toEndWith("---\n\nrow 398\nrow 399\nrow 400");
    expect(site.asked).toEqual(["/text"]);
  });

  test("redirects, dead hosts and switched-off fetching are said", async () => {
    await using tools = createFileTools();
    using site = serve();
    const moved = await tools.call(read, { path: `${site.base}/moved` });
    expect(moved.text).toContain(`Notes: Redirected to ${site.base}/text`);
    const dead = await tools.call(read, { path: "http://127.0.0.1:1/x" });
    expect(dead).toMatchObject({ isError: false });
    expect(dead.text).toContain("Method: failed\nNotes: ");
    await using closed = createFileTools({ values: { fetch: { enabled: false } } });
    expect((await closed.call(read, { path: site.base })).text).toContain("fetch.enabled is false");
  });
});
