// The door by itself: every combination of what a browser or a program may send, with the one answer that is right.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { keylessRefusal, strangerRefusal } from "./door.ts";
import { isSameToken, newToken } from "./token.ts";

const door = { port: 7777, token: newToken() };
const at = { host: "127.0.0.1:7777" };
const bearer = `Bearer ${door.token}`;

describe("strangers", () => {
  const cases: readonly (readonly [string, Record<string, string>, number | undefined])[] = [
    ["a program", at, undefined],
    ["a program by name", { host: "LOCALHOST:7777" }, undefined],
    [
      "our page",
      { ...at, origin: "http://127.0.0.1:7777", "sec-fetch-site": "same-origin" },
      undefined,
    ],
    ["an address that was typed", { ...at, "sec-fetch-site": "none" }, undefined],
    ["no Host", {}, 403],
    ["a name that was pointed here", { host: "evil.example:7777" }, 403],
    ["a name that begins like ours", { host: "127.0.0.1.evil.example:7777" }, 403],
    ["another port", { host: "127.0.0.1:80" }, 403],
    ["no port", { host: "127.0.0.1" }, 403],
    ["two hosts", { host: "127.0.0.1:7777, evil.example" }, 403],
    ["another site", { ...at, origin: "https://evil.example" }, 403],
    ["another port of this machine", { ...at, origin: "http://127.0.0.1:3000" }, 403],
    ["our name by another scheme", { ...at, origin: "https://127.0.0.1:7777" }, 403],
    ["a file or a sandboxed frame", { ...at, origin: "null" }, 403],
    ["an empty Origin", { ...at, origin: "" }, 403],
    ["another site without Origin", { ...at, "sec-fetch-site": "cross-site" }, 403],
    ["another port without Origin", { ...at, "sec-fetch-site": "same-site" }, 403],
  ];
  test.each(cases)("%s", (_, headers, status) => {
    expect(strangerRefusal(new Headers(headers), door)?.status).toBe(status as 403);
  });
});

describe("the token", () => {
  const cases: readonly (readonly [string, Record<string, string>, number | undefined])[] = [
    ["as bearer", { authorization: bearer }, undefined],
    ["as subprotocol", { "sec-websocket-protocol": `omp, omp-token.${door.token}` }, undefined],
    ["missing", {}, 401],
    ["empty", { authorization: "Bearer " }, 401],
    ["without its last letter", { authorization: bearer.slice(0, -1) }, 401],
    ["with one more", { authorization: `${bearer}x` }, 401],
    ["of another kind", { authorization: `Basic ${door.token}` }, 401],
    ["as a cookie", { cookie: `token=${door.token}` }, 401],
    ["as the subprotocol itself", { "sec-websocket-protocol": door.token }, 401],
  ];
  test.each(cases)("%s", (_, headers, status) => {
    expect(keylessRefusal(new Headers(headers), door)?.status).toBe(status as 401);
  });

  test("has 256 random bits and equals only itself", () => {
    expect(Buffer.from(door.token, "base64url").length).toBe(32);
    expect(newToken()).not.toBe(door.token);
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => isSameToken(a, b) === (a === b)));
  });
});
