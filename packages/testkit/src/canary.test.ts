// A secret is found in every form it may leak in, and nowhere else.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { createCanary } from "./canary.ts";
import { createWorkspace } from "./workspace.ts";

const forms = (hits: readonly { form: string }[]): string[] => hits.map(({ form }) => form);
const canary = createCanary();
const secret = canary.value;

test("each canary is new and has the prefix asked for", () => {
  expect(createCanary().value).not.toBe(createCanary().value);
  expect(createCanary("AKIA").value).toMatch(/^AKIA[A-Za-z0-9]{32}$/);
});

test.each([
  ["plain", `{"key":"${secret}"}`, "plain"],
  ["base64", btoa(`Authorization: ${secret}`), "base64"],
  ["wrapped base64", btoa(secret.repeat(3)).replaceAll(/(.{20})/g, "$1\r\n"), "base64"],
  ["URL-safe base64", Buffer.from(`?>${secret}?>`).toString("base64url"), "base64"],
  ["hex", Buffer.from(secret).toString("hex"), "hex"],
  ["upper-case hex with colons", hexBytes(secret).join(":").toUpperCase(), "hex"],
  [
    "C escapes",
    hexBytes(secret)
      .map((byte) => `\\x${byte}`)
      .join(""),
    "hex",
  ],
  [
    "JSON escapes",
    hexBytes(secret)
      .map((byte) => `\\u00${byte}`)
      .join(""),
    "hex",
  ],
  [
    "percent escapes",
    hexBytes(secret)
      .map((byte) => `%${byte}`)
      .join(""),
    "hex",
  ],
  ["reversed", Array.from(secret).reverse().join(""), "reversed"],
  ["two deltas", `"${secret.slice(0, 25)}"}\ndata: {"delta":"${secret.slice(25)}"`, "split"],
  ["one piece alone", `...${secret.slice(-9)}`, "split"],
  ["characters apart", Array.from(secret).join(" "), "split"],
  ["broken over lines", secret.replaceAll(/(.{5})/g, "$1\n"), "split"],
])("found as %s", (_, haystack, form) => {
  expect(forms(canary.find(haystack))).toEqual([form]);
});

test("found in UTF-16 and among bytes that are not text", () => {
  expect(forms(canary.find(Buffer.from(secret, "utf16le")))).toEqual(["split"]);
  const noise = Buffer.concat([
    Uint8Array.of(0xff, 0, 0x80),
    Buffer.from(secret),
    Uint8Array.of(0xfe),
  ]);
  expect(forms(canary.find(noise))).toEqual(["plain"]);
});

test("base64 is found wherever the secret stands in the text", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const hits = canary.find(Buffer.from(before + secret + after).toString("base64"));
      expect(forms(hits)).toContain("base64");
    }),
  );
});

test("nothing is found where nothing is", () => {
  const other = createCanary().value;
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
      expect(canary.find(Buffer.concat([bytes, Buffer.from(other)]))).toEqual([]);
    }),
  );
  expect(canary.find("sk-canary-")).toEqual([]);
});

test("a tree is searched with its names", () => {
  using workspace = createWorkspace();
  workspace.write({
    "clean.txt": "nothing",
    "a/log.txt": `token=${secret}`,
    [`b/${secret}/x`]: "",
    "c.bin": Buffer.from(Buffer.from(secret).toString("hex")),
  });
  const found = canary.findInTree(workspace.path);
  const places = found.map(({ form, path }) => `${form} ${path?.slice(workspace.path.length + 1)}`);
  expect(new Set(places)).toEqual(new Set(["hex c.bin", "plain a/log.txt", `plain b/${secret}`]));
});

function hexBytes(text: string): string[] {
  return Array.from(Buffer.from(text), (byte) => byte.toString(16).padStart(2, "0"));
}
