// Contract: decoding and encoding are inverse for every byte sequence; what is refused is refused by name.

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { byteForm, lineText } from "../testing/arbitrary-text.ts";
import { decodeDocument, encodeDocument } from "./document-bytes.ts";
import { PATIENT, runs } from "../testing/property.ts";

function bytesOf(...values: number[]): Uint8Array {
  return Uint8Array.from(values);
}

test(
  "any bytes come back as they were, or are refused",
  () => {
    const interesting = fc.constantFrom(
      0x0a,
      0x0d,
      0x0c,
      0x41,
      0xc3,
      0xa9,
      0xff,
      0xfe,
      0xef,
      0xbb,
      0xbf,
      0x80,
      0xed,
      0xa0,
    );
    const anyBytes = fc.array(fc.oneof(interesting, fc.integer({ min: 0, max: 255 })), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(anyBytes, (values) => {
        const bytes = Uint8Array.from(values);
        const decoded = decodeDocument(bytes);
        if (decoded.ok) expect(encodeDocument(decoded.document)).toEqual(bytes);
        else expect(decoded.message).toStartWith("the file cannot be edited as text: ");
      }),
      runs(1500),
    );
  },
  PATIENT,
);

test(
  "text in any Unicode encoding decodes to its lines",
  () => {
    const breaks = fc.constantFrom("\n", "\r\n", "\r");
    const text = fc.array(fc.tuple(lineText, breaks)).map((lines) => lines.flat().join(""));
    fc.assert(
      fc.property(text, byteForm, (content, form) => {
        fc.pre(!content.startsWith("\ufeff") && !content.includes("\u0000"));
        const decoded = decodeDocument(form.toBytes(content));
        expect(decoded.ok && decoded.document.text).toBe(content);
      }),
      runs(500),
    );
  },
  PATIENT,
);

describe("formats", () => {
  test.each([
    ["plain", bytesOf(0x61), { encoding: "utf-8", hasBom: false }],
    ["UTF-8 mark", bytesOf(0xef, 0xbb, 0xbf, 0x61), { encoding: "utf-8", hasBom: true }],
    ["two marks", bytesOf(0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf), { encoding: "utf-8", hasBom: true }],
    ["UTF-16LE", bytesOf(0xff, 0xfe, 0x61, 0), { encoding: "utf-16le", hasBom: true }],
    ["UTF-16BE", bytesOf(0xfe, 0xff, 0, 0x61), { encoding: "utf-16be", hasBom: true }],
    [
      "UTF-16 with a lone surrogate",
      bytesOf(0xff, 0xfe, 0, 0xd8),
      { encoding: "utf-16le", hasBom: true },
    ],
    ["Latin-1", bytesOf(0x63, 0x61, 0x66, 0xe9), { encoding: "latin1", hasBom: false }],
    ["broken UTF-8", bytesOf(0xc3, 0xa9, 0xff), { encoding: "opaque", hasBom: false }],
  ] as const)("%s", (_, bytes, format) => {
    const decoded = decodeDocument(bytes);
    expect(decoded.ok && decoded.document.format).toEqual(format);
    expect(decoded.ok && encodeDocument(decoded.document)).toEqual(bytes);
  });

  test.each([
    ["UTF-32LE", bytesOf(0xff, 0xfe, 0, 0, 0x61, 0, 0, 0), "UTF-32"],
    ["UTF-32BE", bytesOf(0, 0, 0xfe, 0xff, 0, 0, 0, 0x61), "UTF-32"],
    ["half a UTF-16 unit", bytesOf(0xff, 0xfe, 0x61), "half a character"],
    ["UTF-16 without mark", bytesOf(0x61, 0, 0x0a, 0, 0x62, 0), "without a byte order mark"],
    ["binary", bytesOf(0x7f, 0x45, 0x4c, 0x46, 0, 0xff, 0xfe), "binary"],
  ])("%s is refused", (_, bytes, cause) => {
    const decoded = decodeDocument(bytes);
    expect(decoded.ok ? "" : decoded.message).toContain(cause);
  });
});
