// The provider's own compaction in a session as omp puts it together: the key of the model, the address of the model,
// and no secret on the way.
import { expect, test } from "bun:test";
import { createCanary } from "@oh-my-pi/pi-testkit/canary";
import { text } from "@oh-my-pi/pi-testkit/llm";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openLiveSession } from "../testing/live-session.ts";

const item = { type: "compaction", id: "cmp_1", encrypted_content: "opaque" };

test("goes to the model's server with the model's key and without secrets", async () => {
  await using live = await openLiveSession({
    api: "openai-codex-responses",
    values: { compaction: { keepRecentTokens: 100 } },
  });
  const secret = createCanary("listed-");
  const list = join(live.workspace.home, ".omp/agent/secrets.yml");
  writeFileSync(list, JSON.stringify([{ type: "plain", content: secret.value }]));
  live.models.route("POST /codex/responses/compact", { output: [item] });
  // What is secret is found out when a session opens.
  await using session = (await live.openBeside()).session;
  for (const word of [secret.value, "two", "three"]) {
    live.models.script(text("ok"));
    await session.prompt(`${word} ${"word ".repeat(300)}`);
  }
  await session.send({ type: "compact" });
  const [asked] = live.models.otherRequests;
  expect(asked?.headers.get("authorization")).toBe("Bearer test-key");
  expect(asked?.body).toContain("word word");
  expect(secret.find(asked?.body ?? "")).toEqual([]);
  live.models.script(text("going on"));
  await session.prompt("go on");
  expect(live.models.requests.at(-1)?.body).toContain(JSON.stringify(item));
});
