// What is written is small and loses only what is documented; what is read back is what was written.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { BlobStore } from "./blob-store.ts";
import { fromPersisted, MAX_PERSISTED_CHARS, toPersisted } from "./persisted-form.ts";

let directory: string;
let blobs: BlobStore;
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), "omp-blobs-")), "blobs");
  blobs = new BlobStore(directory);
});
afterEach(() => rmSync(join(directory, ".."), { recursive: true, force: true }));

const missing: string[] = [];
const back = (value: unknown): unknown =>
  fromPersisted(value, blobs, (reference) => missing.push(reference));
const image = (size: number) => ({
  type: "image",
  mimeType: "image/png",
  data: Buffer.alloc(size, 7).toString("base64"),
});

describe("images", () => {
  test("a large one goes to the blob store once and comes back", () => {
    const message = { role: "user", content: [image(5000), image(5000)] };
    const written = toPersisted(message, blobs) as { content: { data: string }[] };
    expect(written.content[0]?.data).toMatch(/^blob:sha256:[0-9a-f]{64}$/);
    expect(readdirSync(directory)).toHaveLength(1);
    expect(back(written)).toEqual(message);
    expect(toPersisted(written, blobs)).toBe(written);
  });

  test("a small one stays inline", () => {
    const message = { content: [image(100)] };
    expect(toPersisted(message, blobs)).toBe(message);
  });

  test("a provider's data URL is kept as it was", () => {
    const url = `data:image/png;base64,${"A".repeat(2000)}`;
    const written = toPersisted({ image_url: url }, blobs) as { image_url: string };
    expect(written.image_url).toStartWith("blob:sha256:");
    expect(back(written)).toEqual({ image_url: url });
  });

  test("a blob that is gone leaves its reference and is reported", () => {
    const written = toPersisted({ content: [image(5000)] }, blobs);
    rmSync(directory, { recursive: true });
    missing.length = 0;
    expect(back(written)).toEqual(written);
    expect(missing).toHaveLength(1);
  });
});

describe("limits", () => {
  const huge = "x".repeat(MAX_PERSISTED_CHARS + 1);

  test("a huge string is cut to the limit with a notice, its line count follows", () => {
    const written = toPersisted({ content: `a\n${huge}`, lineCount: 99 }, blobs) as {
      content: string;
      lineCount: number;
    };
    expect(written.content).toHaveLength(MAX_PERSISTED_CHARS);
    expect(written.content).toEndWith("[Session persistence truncated large content]");
    expect(written.lineCount).toBe(2);
  });

  test("a huge signature is emptied, transient fields are dropped", () => {
    const written = toPersisted(
      { thinkingSignature: huge, partialJson: "{", jsonlEvents: [], kept: 1 },
      blobs,
    );
    expect(written).toEqual({ thinkingSignature: "", kept: 1 });
  });
});

test("values without images or excess pass through untouched", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(toPersisted(value, blobs)).toBe(value);
      expect(back(value)).toBe(value);
    }),
  );
});
