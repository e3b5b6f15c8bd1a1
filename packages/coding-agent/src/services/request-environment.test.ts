// The environment's wishes reach requests that say nothing themselves.
import { expect, test } from "bun:test";
import { DEMO_MODEL } from "@oh-my-pi/pi-ai/demo";
import type { RequestOptions } from "@oh-my-pi/pi-ai/request";
import { withEnvironment } from "./request-environment.ts";

type Row = [env: Record<string, string>, own: RequestOptions, options: RequestOptions];
const rows: Row[] = [
  [{}, { maxTokens: 5 }, { maxTokens: 5 }],
  [{ PI_NO_STRICT: "1" }, {}, { strictTools: false }],
  [{ PI_NO_STRICT: "0" }, {}, {}],
  [{ PI_CACHE_RETENTION: "long" }, {}, { cacheRetention: "long" }],
  [{ PI_CACHE_RETENTION: "none" }, {}, { cacheRetention: "none" }],
  [{ PI_CACHE_RETENTION: "forever" }, {}, {}],
  [{ PI_CACHE_RETENTION: "long" }, { cacheRetention: "short" }, { cacheRetention: "short" }],
];
test.each(rows)("%j on %j", (env, own, options) => {
  const request = { model: DEMO_MODEL, system: [], messages: [], tools: [], options: own };
  expect(withEnvironment(request, env).options).toEqual(options);
});
