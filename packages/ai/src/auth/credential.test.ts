// What a database holds is read with care: a row of another program hides no credential of ours.
import { expect, test } from "bun:test";
import { Database } from "bun:sqlite";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { readSecret, type Secret } from "./credential.ts";
import { openCredentialStore } from "./credential-store.ts";

const login: Secret = { kind: "oauth", access: "a", refresh: "r", expiresAtMs: 5 };
const rows: [text: string, secret: Secret | undefined][] = [
  ['{"kind":"apiKey","key":"k"}', { kind: "apiKey", key: "k" }],
  [JSON.stringify(login), login],
  [
    JSON.stringify({ ...login, details: { account: "x", n: 1 } }),
    { ...login, details: { account: "x" } },
  ],
  ['{"kind":"apiKey"}', undefined],
  ['{"kind":"oauth","access":"a"}', undefined],
  ['{"kind":"other","key":"k"}', undefined],
  ["[]", undefined],
  ["nonsense", undefined],
];
test.each(rows)("%s", (text, secret) => {
  expect(readSecret(text)).toEqual(secret as Secret);
});

test("a row without a secret is passed over", async () => {
  await using workspace = createWorkspace();
  const path = workspace.at("agent.db");
  using store = openCredentialStore(path, () => 0);
  const { id } = store.add("p", { kind: "apiKey", key: "k" });
  using database = new Database(path);
  database.run(
    "INSERT INTO credentials (provider, secret, created_at) VALUES ('p', 'nonsense', 0)",
  );
  expect(store.list("p").map((credential) => credential.id)).toEqual([id]);
  expect(store.pick("p", "apiKey")?.id).toBe(id);
});
