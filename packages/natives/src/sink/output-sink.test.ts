// Contract: memory stays bounded, head and tail are whole lines and whole characters, counts are exact, and the spill
// gets every byte, however the stream is cut into chunks.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFileSpill } from "./file-spill.ts";
import { TailBuffer } from "./tail-buffer.ts";
import { OutputSink, type OutputSinkOptions } from "./output-sink.ts";

const SMALL: OutputSinkOptions = { maxBytes: 100, headBytes: 40, tailBytes: 30, maxLineBytes: 25 };

function feed(options: OutputSinkOptions, chunks: readonly Uint8Array[]): OutputSink {
  const sink = new OutputSink(options);
  for (const chunk of chunks) {
    const reused = Buffer.from(chunk);
    sink.write(reused);
    reused.fill(0x21);
  }
  return sink;
}

const bytes = (text: string): Buffer => Buffer.from(text);

describe("what is kept", () => {
  test.each([
    ["nothing", "", { head: "", tail: "", totalLines: 0, isTruncated: false }],
    [
      "all of a short text",
      "one\ntwo",
      { head: "one\ntwo", tail: "", totalLines: 2, isTruncated: false },
    ],
    [
      "exactly the limit",
      "x\n".repeat(50),
      { head: "x\n".repeat(50), totalLines: 50, isTruncated: false },
    ],
    [
      "whole lines of head and tail",
      Array.from({ length: 40 }, (_, index) => `line ${index}\n`).join(""),
      {
        head: "line 0\nline 1\nline 2\nline 3\nline 4\n",
        tail: "line 37\nline 38\nline 39\n",
        totalLines: 40,
        headLines: 5,
        tailLines: 3,
        isTruncated: true,
      },
    ],
    [
      "the start of a long line",
      `${"y".repeat(60)}\nend\n`,
      { head: `${"y".repeat(25)}…\nend\n`, cutLines: 1, isTruncated: true },
    ],
    [
      "one endless line",
      "z".repeat(5_000),
      { head: `${"z".repeat(25)}…`, tail: "", totalLines: 1, cutLines: 1 },
    ],
    [
      "whole characters where a line is cut",
      `${"ä".repeat(40)}\n`,
      { head: `${"ä".repeat(13)}…\n`, cutLines: 1 },
    ],
    [
      "a replacement for broken characters",
      Buffer.from([0x61, 0xff, 0x62]).toString("latin1"),
      { totalLines: 1 },
    ],
  ])("%s", (_, text, expected) => {
    expect(feed(SMALL, [bytes(text)]).read()).toMatchObject(expected);
  });

  test("no more lines of the tail than asked for", () => {
    const text = "l\n".repeat(200);
    expect(feed({ ...SMALL, tailLines: 4 }, [bytes(text)]).read()).toMatchObject({
      tail: "l\nl\nl\nl\n",
      tailLines: 4,
    });
    expect(feed({ ...SMALL, tailLines: 2 }, [bytes(`${text}last`)]).read().tail).toBe("l\nlast");
  });

  test("characters stay whole at head and tail when lines are longer than both", () => {
    const { head, tail } = feed({ maxBytes: 20, headBytes: 10, tailBytes: 10 }, [
      bytes("€".repeat(30)),
    ]).read();
    expect([head, tail]).toEqual(["€€€", "€€€"]);
  });
});

/** Any text, in any chunks. */
const streams = fc
  .tuple(
    fc.array(
      fc.oneof(
        fc.string({ maxLength: 40 }),
        fc.constantFrom("\n", "\n\n", "äöü€😀", "x".repeat(70)),
      ),
      { maxLength: 40 },
    ),
    fc.array(fc.nat({ max: 64 }), { maxLength: 60 }),
  )
  .map(([parts, sizes]) => {
    const whole = bytes(parts.join(""));
    const chunks: Buffer[] = [];
    let at = 0;
    for (const size of sizes) {
      chunks.push(whole.subarray(at, at + size));
      at += size;
    }
    chunks.push(whole.subarray(at));
    return { whole, chunks };
  });

describe("for every stream in any chunks", () => {
  test("the result equals that of one chunk", () => {
    fc.assert(
      fc.property(streams, ({ whole, chunks }) => {
        expect(feed(SMALL, chunks).read()).toEqual(feed(SMALL, [whole]).read());
      }),
    );
  });

  test("counts are exact, head is a prefix and tail a suffix of the text with its lines cut", () => {
    fc.assert(
      fc.property(streams, ({ whole, chunks }) => {
        const { head, tail, totalBytes, totalLines, isTruncated } = feed(SMALL, chunks).read();
        const text = whole.toString();
        expect(totalBytes).toBe(whole.length);
        expect(totalLines).toBe(
          text === "" ? 0 : text.split("\n").length - (text.endsWith("\n") ? 1 : 0),
        );
        const uncut = feed({ ...SMALL, maxBytes: 1 << 20 }, [whole]).read().head;
        expect(uncut.startsWith(head)).toBe(true);
        expect(uncut.endsWith(tail)).toBe(true);
        expect(Buffer.byteLength(head)).toBeLessThanOrEqual(SMALL.maxBytes);
        expect(Buffer.byteLength(tail)).toBeLessThanOrEqual(SMALL.tailBytes);
        if (!isTruncated) expect(head).toBe(text);
      }),
    );
  });

  test("the spill holds every byte, and exists only when something was left out", () => {
    fc.assert(
      fc.property(streams, ({ whole, chunks }) => {
        const spilled: Buffer[] = [];
        const openSpill = () => ({
          write: (part: Uint8Array) => void spilled.push(Buffer.from(part)),
          close: async () => {},
        });
        const { isTruncated } = feed({ ...SMALL, openSpill }, chunks).read();
        expect(Buffer.concat(spilled).toString("hex")).toBe(
          isTruncated ? whole.toString("hex") : "",
        );
      }),
    );
  });
});

test("a tail buffer holds the last bytes, however they come", () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 9 }), { maxLength: 12 }),
      fc.nat({ max: 12 }),
      (parts, capacity) => {
        const tail = new TailBuffer(capacity);
        for (const part of parts) tail.push(part);
        const whole = Buffer.concat(parts);
        expect(tail.read().toString("hex")).toBe(
          whole.subarray(Math.max(0, whole.length - capacity)).toString("hex"),
        );
        expect(tail.hasForgotten).toBe(whole.length > capacity);
      },
    ),
  );
});

describe("spill", () => {
  test("a file gets everything", async () => {
    const dir = mkdtempSync(join(tmpdir(), "omp-sink-"));
    const path = join(dir, "spill");
    const sink = feed(
      { ...SMALL, openSpill: () => openFileSpill(path) },
      Array.from({ length: 500 }, () => bytes("row\n")),
    );
    expect(await sink.close()).toMatchObject({ isTruncated: true, spillError: undefined });
    expect(readFileSync(path, "utf8")).toBe("row\n".repeat(500));
    expect(() => openFileSpill(path)).toThrow("EEXIST");
    rmSync(dir, { recursive: true });
  });

  test("a failing spill is reported and stops nothing", async () => {
    const openSpill = () => ({
      write: () => {
        throw new Error("no space left on device");
      },
      close: async () => {},
    });
    const sink = feed(
      { ...SMALL, openSpill },
      Array.from({ length: 100 }, () => bytes("row\n")),
    );
    expect(await sink.close()).toMatchObject({
      totalLines: 100,
      spillError: "no space left on device",
    });
  });
});

test.skipIf(process.platform !== "linux")(
  "200 MB on one line, through a shell, cost less than 20 MB of memory",
  async () => {
    const script = join(import.meta.dir, "fixtures/flood.ts");
    const child = Bun.spawn([process.execPath, script, "200000000"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const report = JSON.parse(await child.stdout.text()) as {
      totalBytes: number;
      grownBytes: number;
      spilledBytes: number;
    };
    expect(report.totalBytes).toBe(200_000_000);
    expect(report.spilledBytes).toBe(200_000_000);
    expect(report.grownBytes).toBeLessThan(20e6);
  },
  60_000,
);
