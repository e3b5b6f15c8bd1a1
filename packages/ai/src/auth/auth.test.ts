// Keys are found in the documented order, several credentials share the load and rest when blocked, and
// nothing that holds a secret is readable by others.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Database } from "bun:sqlite";
import { ConfigValues } from "./config-value.ts";
import { maskSecret, type Secret } from "./credential.ts";
import { type CredentialStore, openCredentialStore } from "./credential-store.ts";
import { type KeyPlaces, resolveKey } from "./resolve-key.ts";

let clock = 1_000_000;
const now = (): number => clock;
let store: CredentialStore;
beforeEach(() => {
  clock = 1_000_000;
  store = openCredentialStore(":memory:", now);
});
afterEach(() => store.close());

const apiKey = (key: string): Secret => ({ kind: "apiKey", key });
const login = (access: string, expiresAtMs = 9_000_000): Secret => ({
  kind: "oauth",
  access,
  refresh: "r",
  expiresAtMs,
});
const commands: string[] = [];
const values = new ConfigValues({
  env: { FROM_ENV: "env-value" },
  runCommand: async (command) => {
    commands.push(command);
    return command === "fail" ? undefined : `printed by ${command}\n`;
  },
});
const places = (more: Partial<KeyPlaces>): KeyPlaces => ({
  provider: "p",
  store,
  env: {},
  envKeys: ["P_KEY"],
  values,
  now,
  ...more,
});

describe("the ladder", () => {
  const everything = { flag: "flag-key", env: { P_KEY: "env-key" }, configured: "file-key" };

  test("flag, stored key, login, environment, models.yml: each beats those after it", async () => {
    store.add("p", apiKey("stored"));
    store.add("p", login("token"));
    expect(await resolveKey(places(everything))).toMatchObject({ key: "flag-key", source: "flag" });
    const { flag: _, ...noFlag } = everything;
    expect(await resolveKey(places(noFlag))).toMatchObject({ key: "stored", source: "stored-key" });
    for (const { id, secret } of store.list()) if (secret.kind === "apiKey") store.remove(id);
    expect(await resolveKey(places({ env: noFlag.env }))).toMatchObject({
      key: "token",
      source: "stored-login",
    });
    for (const { id } of store.list()) store.remove(id);
    expect(await resolveKey(places(noFlag))).toMatchObject({
      key: "env-key",
      source: "environment",
    });
    expect(await resolveKey(places({ configured: "file-key" }))).toMatchObject({
      key: "file-key",
      source: "models-file",
    });
    expect(await resolveKey(places({ isKeyless: true }))).toMatchObject({
      key: "",
      source: "not-needed",
    });
  });

  test("a key in models.yml stands before a login, not before a flag", async () => {
    store.add("p", login("token"));
    expect(await resolveKey(places({ configured: "mine" }))).toMatchObject({
      key: "mine",
      source: "models-file",
    });
    expect(await resolveKey(places({ configured: "mine", flag: "f" }))).toMatchObject({ key: "f" });
  });

  test("an expiring login is refreshed, an expired one without refresh is passed over", async () => {
    store.add("p", login("old", clock + 30_000));
    expect(await resolveKey(places({}))).toMatchObject({ ok: false });
    const refresh: KeyPlaces["refresh"] = async (credential) => ({
      ...credential,
      secret: login("new"),
    });
    expect(await resolveKey(places({ refresh }))).toMatchObject({
      key: "new",
      source: "stored-login",
    });
  });

  test("nothing found says where it looked", async () => {
    expect(await resolveKey(places({}))).toEqual({
      ok: false,
      looked: ["$P_KEY", "stored keys and logins", "models.yml"],
    });
  });
});

describe("values in files", () => {
  const cases: [value: string, resolved: string | undefined][] = [
    ["FROM_ENV", "env-value"],
    ["sk-literal", "sk-literal"],
    ["!pass show x", "printed by pass show x"],
    ["!fail", undefined],
    ["", undefined],
  ];
  for (const [value, resolved] of cases) {
    test(JSON.stringify(value), async () =>
      expect(await values.resolve(value)).toBe(resolved as string),
    );
  }

  test("a command runs once", async () => {
    commands.length = 0;
    await Promise.all([values.resolve("!once"), values.resolve("!once")]);
    expect(commands).toEqual(["once"]);
  });
});

describe("several credentials", () => {
  test("without a conversation they take turns", () => {
    for (const key of ["a", "b", "c"]) store.add("p", apiKey(key));
    const picked = Array.from({ length: 6 }, () => store.pick("p", "apiKey")?.id);
    expect(picked).toEqual([1, 2, 3, 1, 2, 3]);
  });

  test("a conversation keeps its own until it is blocked, and comes back after", () => {
    for (const key of ["a", "b", "c"]) store.add("p", apiKey(key));
    const first = store.pick("p", "apiKey", "session")?.id as number;
    expect(store.pick("p", "apiKey", "session")?.id).toBe(first);
    store.block(first);
    const second = store.pick("p", "apiKey", "session")?.id;
    expect(second).not.toBe(first);
    clock += 60_001;
    expect(store.pick("p", "apiKey", "session")?.id).toBe(first);
  });

  test("all blocked means none; a disabled one stays out until it is added again", () => {
    const { id } = store.add("p", apiKey("a"));
    store.block(id, clock + 5);
    expect(store.pick("p", "apiKey")).toBeUndefined();
    clock += 6;
    store.disable(id, "revoked");
    expect(store.pick("p", "apiKey")).toBeUndefined();
    expect(store.add("p", apiKey("a")).id).toBe(id);
    expect(store.pick("p", "apiKey")?.id).toBe(id);
  });

  test("providers do not see each other's", () => {
    store.add("other", apiKey("x"));
    expect(store.pick("p", "apiKey")).toBeUndefined();
  });
});

describe("the file", () => {
  test("is private, survives, and is not touched when it is newer than we know", () => {
    const directory = mkdtempSync(join(tmpdir(), "omp-auth-"));
    try {
      const path = join(directory, "agent/agent.db");
      openCredentialStore(path, now).close();
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(statSync(join(directory, "agent")).mode & 0o777).toBe(0o700);
      const database = new Database(path);
      database.run("PRAGMA user_version = 99");
      database.close();
      expect(() => openCredentialStore(path, now)).toThrow("newer omp");
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });

  test("a secret is shown masked", () => {
    expect(maskSecret("sk-ant-1234567890")).toBe("sk-a…7890");
    expect(maskSecret("short")).toBe("••••••••");
  });
});
