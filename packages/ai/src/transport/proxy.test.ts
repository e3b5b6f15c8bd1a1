// The environment's proxy is taken by the customs of curl.
import { expect, test } from "bun:test";
import { proxyFor } from "./proxy.ts";

type Row = [url: string, env: Record<string, string>, proxy: string | undefined];
const P = "http://proxy.example:3128";
const rows: Row[] = [
  ["https://api.example.com/v1", {}, undefined],
  ["https://api.example.com/v1", { HTTPS_PROXY: P }, P],
  ["https://api.example.com/v1", { https_proxy: P, HTTPS_PROXY: "http://other" }, P],
  ["https://api.example.com/v1", { HTTP_PROXY: P }, undefined],
  ["http://api.example.com/v1", { HTTP_PROXY: P }, P],
  ["https://api.example.com/v1", { ALL_PROXY: P }, P],
  ["https://api.example.com/v1", { HTTPS_PROXY: "proxy.example:3128" }, P],
  ["https://api.example.com/v1", { ALL_PROXY: "socks5://x:1" }, undefined],
  ["https://api.example.com/v1", { HTTPS_PROXY: P, NO_PROXY: "other, example.com" }, undefined],
  ["https://api.example.com/v1", { HTTPS_PROXY: P, NO_PROXY: ".example.com" }, undefined],
  ["https://api.example.com/v1", { HTTPS_PROXY: P, NO_PROXY: "*" }, undefined],
  ["https://api.example.com/v1", { HTTPS_PROXY: P, NO_PROXY: "ample.com" }, P],
  ["https://api.example.com/v1", { HTTPS_PROXY: P, NO_PROXY: "example.com:8443" }, P],
  ["https://api.example.com:8443", { HTTPS_PROXY: P, NO_PROXY: "example.com:8443" }, undefined],
  ["http://127.0.0.1:9/v1", { HTTP_PROXY: P, no_proxy: "127.0.0.1" }, undefined],
  ["http://169.254.169.254/latest", { HTTP_PROXY: P }, undefined],
  ["http://[fd00:ec2::254]/latest", { HTTP_PROXY: P }, undefined],
  ["not a url", { HTTPS_PROXY: P }, undefined],
];
test.each(rows)("%s with %j", (url, env, proxy) => {
  expect(proxyFor(url, env)).toBe(proxy);
});
