// Contract: kinds are told by content; an image that fits is untouched, any other comes out within the limits or is refused with
// a reason; a sixel picture shows the pixels it was made from.
import { beforeAll, describe, expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { ImageProblem, fitImage } from "./fit-image.ts";
import { sniffImageType } from "./image-type.ts";
import { parseIndexedPng, readIndexedPixels, type IndexedPixels } from "./indexed-pixels.ts";
import { encodeSixel, sixelOf } from "./sixel.ts";

/** A true-colour PNG; `pixel` gives red, green, blue. */
function makePng(
  width: number,
  height: number,
  pixel: (x: number, y: number) => readonly [number, number, number],
): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: width }, (_, x) => pixel(x, y)).flat()]),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return assemblePng([
    ["IHDR", header],
    ["IDAT", deflateSync(Buffer.concat(rows))],
    ["IEND", Buffer.alloc(0)],
  ]);
}

function assemblePng(chunks: readonly (readonly [string, Buffer])[]): Buffer {
  const chunk = (type: string, body: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(body.length, 0);
    head.write(type, 4, "latin1");
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(Bun.hash.crc32(Buffer.concat([head.subarray(4), body])), 0);
    return Buffer.concat([head, body, sum]);
  };
  const magic = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([magic, ...chunks.map(([type, body]) => chunk(type, body))]);
}

const hash = (x: number, y: number, channel: number): number =>
  Math.abs(Math.floor(Math.sin(x * 12.9898 + y * 78.233 + channel) * 43_758.5453)) & 255;
/** Nothing that compression without loss could use. */
const noise = (x: number, y: number): readonly [number, number, number] => [
  hash(x, y, 0),
  hash(x, y, 1),
  hash(x, y, 2),
];
const limits = { maxWidth: 100, maxHeight: 100, maxBytes: 1_000_000 };
let png: Buffer;
let large: Buffer;
beforeAll(() => {
  png = makePng(40, 20, noise);
  large = makePng(300, 150, noise);
});

describe("kinds", () => {
  test.each([
    ["\x89PNG\r\n\x1a\n....", "image/png"],
    ["\xff\xd8\xff\xe0", "image/jpeg"],
    ["GIF89a......", "image/gif"],
    ["RIFF....WEBPVP8 ", "image/webp"],
    ["RIFF....WAVEfmt ", undefined],
    ["BM..............................", "image/bmp"],
    ["BM", undefined],
    ["II*\0....", "image/tiff"],
    ["\0\0\0\x20ftypavif", "image/avif"],
    ["\0\0\0\x20ftypheic", "image/heic"],
    ["\0\0\0\x20ftypisom", undefined],
    ['<?xml version="1.0"?>\n<!-- hi -->\n<svg xmlns="x">', "image/svg+xml"],
    ["<html><svg>", undefined],
    ["", undefined],
    ["plain text", undefined],
  ])("%p is %p", (bytes, type) => {
    expect(sniffImageType(Buffer.from(bytes, "latin1"))).toBe(type);
  });
});

describe("fitting", () => {
  test("an image that fits stays byte for byte", async () => {
    const fitted = await fitImage(png, limits);
    expect(fitted).toMatchObject({
      mimeType: "image/png",
      width: 40,
      height: 20,
      isChanged: false,
    });
    expect(fitted.bytes).toBe(png);
  });

  test("a large one keeps its proportions", async () => {
    const fitted = await fitImage(large, limits);
    expect(fitted).toMatchObject({ width: 100, height: 50, isChanged: true });
    expect(await new Bun.Image(fitted.bytes).metadata()).toMatchObject({ width: 100, height: 50 });
    expect(sniffImageType(fitted.bytes)).toBe(fitted.mimeType);
  });

  test("too many bytes make it coarser, then smaller", async () => {
    const coarse = await fitImage(large, { maxWidth: 1_000, maxHeight: 1_000, maxBytes: 60_000 });
    expect(coarse.bytes.length).toBeLessThanOrEqual(60_000);
    expect(coarse.mimeType).toBe("image/jpeg");
    const tiny = await fitImage(large, { maxWidth: 1_000, maxHeight: 1_000, maxBytes: 3_000 });
    expect(tiny.bytes.length).toBeLessThanOrEqual(3_000);
    expect(tiny.width).toBeLessThan(300);
  });

  test("a kind that is not accepted is converted", async () => {
    const webp = await new Bun.Image(png).webp({ lossless: true }).bytes();
    expect(await fitImage(webp, { ...limits, accepts: ["image/png"] })).toMatchObject({
      mimeType: "image/png",
      isChanged: true,
    });
  });

  test.each<[string, () => Uint8Array, Partial<typeof limits> & { maxPixels?: number }, string]>([
    ["text", () => Buffer.from("hello"), {}, "not-an-image"],
    ["a broken file", () => png.subarray(0, 60), { maxWidth: 10 }, "damaged"],
    ["a bomb", () => large, { maxPixels: 1_000 }, "too-large"],
    ["an impossible limit", () => large, { maxBytes: 10 }, "too-large"],
    [
      "a kind that cannot be decoded",
      () => Buffer.from("\0\0\0\x20ftypavif\0\0\0\0avifmif1", "latin1"),
      {},
      process.platform === "linux" ? "unsupported" : "damaged",
    ],
  ])("%s is refused with a reason", async (_, input, extra, cause) => {
    const problem = await fitImage(input(), { ...limits, ...extra }).catch(
      (error: unknown) => error,
    );
    expect(problem).toBeInstanceOf(ImageProblem);
    expect(problem).toHaveProperty("reason", cause);
  });
});

describe("sixel", () => {
  /** Draws a sixel picture back into palette numbers, -1 where nothing was drawn. */
  function draw(sixel: string): { width: number; height: number; pixels: number[] } {
    const [, width = 0, height = 0] = (/"1;1;(\d+);(\d+)/.exec(sixel) ?? []).map(Number);
    const pixels = Array.from({ length: width * height }, () => -1);
    const body = sixel
      .slice(sixel.indexOf('"') + 1, sixel.length - 2)
      .replace(/^[\d;]*/, "")
      .replaceAll(/#\d+;2;\d+;\d+;\d+/g, "");
    let [x, top, color] = [0, 0, 0];
    for (const [token, repeat, char] of body.matchAll(/#\d+|\$|-|(?:!(\d+))?([?-~])/g)) {
      if (token === "$") x = 0;
      else if (token === "-") [x, top] = [0, top + 6];
      else if (token.startsWith("#")) color = Number(token.slice(1));
      else {
        const bits = (char ?? "?").charCodeAt(0) - 63;
        for (let count = Number(repeat ?? 1); count > 0; count--, x++) {
          for (let row = 0; row < 6; row++)
            pixels[(top + row) * width + x] =
              (bits >> row) & 1 ? color : (pixels[(top + row) * width + x] ?? -1);
        }
      }
    }
    return { width, height, pixels };
  }

  test("drawn again it is the same pixels", async () => {
    const pixels = await readIndexedPixels(large, { maxWidth: 61, maxHeight: 61, colors: 16 });
    const drawn = draw(sixelOf(pixels));
    expect([drawn.width, drawn.height]).toEqual([pixels.width, pixels.height]);
    expect(pixels.width).toBe(61);
    expect(drawn.pixels.slice(0, pixels.indexes.length)).toEqual([...pixels.indexes]);
  });

  test("transparent pixels are left out", () => {
    const pixels: IndexedPixels = {
      width: 3,
      height: 1,
      palette: Uint8Array.from([0, 0, 0, 255, 0, 0]),
      indexes: Uint8Array.from([0, 1, 0]),
      alpha: Uint8Array.from([0]),
    };
    expect(draw(sixelOf(pixels)).pixels.slice(0, 3)).toEqual([-1, 1, -1]);
  });

  test("is framed for the terminal", async () => {
    const sixel = await encodeSixel(png, { maxWidth: 10, maxHeight: 10 });
    expect(sixel.startsWith("\x1bP0;1;0q")).toBe(true);
    expect(sixel.endsWith("\x1b\\")).toBe(true);
  });

  test.each([8, 4])("rows are read by every filter, with %d bits for a pixel", (bits) => {
    const width = bits === 8 ? 4 : 8;
    const rows = [
      [0, 1, 2, 3, 4],
      [1, 5, 1, 1, 1],
      [2, 1, 1, 1, 1],
      [3, 2, 2, 2, 2],
      [4, 3, 250, 2, 7],
    ];
    const expected = [
      [1, 2, 3, 4],
      [5, 6, 7, 8],
      [6, 7, 8, 9],
      [5, 8, 10, 11],
      [8, 2, 4, 11],
    ];
    const header = Buffer.from([0, 0, 0, width, 0, 0, 0, 5, bits, 3, 0, 0, 0]);
    const data = deflateSync(Buffer.from(rows.flat()));
    const { indexes } = parseIndexedPng(
      assemblePng([
        ["IHDR", header],
        ["PLTE", Buffer.alloc(3)],
        ["IDAT", data],
      ]),
    );
    const bytes =
      bits === 8
        ? [...indexes]
        : Array.from(
            { length: 20 },
            (_, at) => ((indexes[at * 2] ?? 0) << 4) | (indexes[at * 2 + 1] ?? 0),
          );
    expect(bytes).toEqual(expected.flat());
  });

  test("anything but an indexed PNG is refused", () => {
    expect(() => parseIndexedPng(png)).toThrow("indexed");
    expect(() => parseIndexedPng(Buffer.from("hello"))).toThrow("header");
  });
});
