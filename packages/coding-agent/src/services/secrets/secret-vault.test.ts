// G14: a secret has a placeholder that nobody can guess, whichever way it is written, and comes back exactly.
import { describe, expect, test } from "bun:test";
import { createCanary } from "@oh-my-pi/pi-testkit/canary";
import fc from "fast-check";
import vectors from "./fixtures/secrets.json";
import { SecretFilter } from "./hiding-runner.ts";
import { PLACEHOLDER, Placeholders } from "./placeholder.ts";
import { readSecretEntries } from "./secret-entry.ts";
import { SecretVault, UnknownPlaceholderError } from "./secret-vault.ts";

const key = (): Uint8Array => crypto.getRandomValues(new Uint8Array(32));

function vaultOf(entries: unknown, placeholders = new Placeholders(key(), "s")): SecretVault {
  const read = readSecretEntries(entries);
  expect(read.problems).toEqual([]);
  return new SecretVault({ secrets: () => read.entries, placeholders: () => placeholders });
}

const plain = (content: string): object[] => [{ type: "plain", content }];

describe("the vectors, with placeholders that are this session's own", () => {
  for (const { set, entries, text, result } of vectors) {
    test(set, () => {
      const vault = vaultOf(entries);
      const hidden = vault.hide(text);
      // The same places change in the same way: only the words that stand there are others.
      const shape = (value: string, isOurs: boolean): string =>
        value.replace(isOurs ? PLACEHOLDER : /#[A-Z0-9]{4}#/g, "#");
      if (set === "replace") expect(hidden).toMatch(/^x [A-Za-z0-9]{13} y$/);
      else expect(shape(hidden, true)).toBe(shape(result.obfuscated, false));
      expect(hidden).not.toBe(text);
      expect(vault.restore(hidden)).toBe(set === "replace" ? hidden : result.restored);
      expect(vault.hide(hidden)).toBe(hidden);
    });
  }
});

describe("SecretVault", () => {
  const canary = createCanary();
  const ways: [name: string, text: string][] = [
    ["plain", canary.value],
    ["base64", Buffer.from(`user:${canary.value}`).toString("base64")],
    ["base64 over lines", Buffer.from(canary.value).toString("base64").replace(/.{20}/g, "$&\n")],
    ["hexadecimal", Buffer.from(canary.value).toString("hex")],
    ["hexadecimal, large", Buffer.from(canary.value).toString("hex").toUpperCase()],
    ["a dump of bytes", Buffer.from(canary.value).toString("hex").replace(/../g, "$& ")],
    ["backwards", Array.from(canary.value).reverse().join("")],
    ["in an address", `https://a/?k=${encodeURIComponent(canary.value)}`],
    ["one letter a line", Array.from(canary.value).join("\n")],
    ["glued together", canary.value.replace(/.{9}/g, '$&" + "')],
    ["cut at the end", canary.value.slice(0, 25)],
    ["cut at the beginning", canary.value.slice(20)],
    ["twice", `${canary.value} and ${canary.value}`],
  ];
  for (const [name, text] of ways) {
    test(`${name}: no trace, and back again`, () => {
      const vault = vaultOf(plain(canary.value));
      const hidden = vault.hide(`before ${text} after`);
      expect(canary.find(hidden)).toEqual([]);
      expect(hidden).toMatch(/^before [^]* after$/);
      expect(vault.restore(hidden)).toBe(`before ${text} after`);
      expect(vault.hide(hidden)).toBe(hidden);
    });
  }

  test("another session, or another machine, has other placeholders", () => {
    const machine = key();
    const words = [
      new Placeholders(machine, "one"),
      new Placeholders(machine, "two"),
      new Placeholders(key(), "one"),
    ].map((each) => vaultOf(plain("hunter2secret"), each).hide("hunter2secret"));
    expect(new Set(words).size).toBe(3);
    const again = vaultOf(plain("hunter2secret"), new Placeholders(machine, "one"));
    expect(again.hide("hunter2secret")).toBe(words[0] ?? "");
    expect(again.restore(words[0] ?? "")).toBe("hunter2secret");
    expect(again.restore(words[1] ?? "")).toBe(words[1] ?? "");
  });

  test("a placeholder whose secret is gone is an error, one that nobody made is text", () => {
    const placeholders = new Placeholders(key(), "s");
    const word = vaultOf(plain("hunter2secret"), placeholders).hide("hunter2secret");
    const later = vaultOf([], placeholders);
    expect(() => later.restore(`x ${word}`)).toThrow(UnknownPlaceholderError);
    expect(later.restore("#ABCDEFGHIJKLMN#")).toBe("#ABCDEFGHIJKLMN#");
  });

  test("a forked session still knows its parent's placeholders", () => {
    const machine = key();
    const parent = new Placeholders(machine, "parent");
    const { entries } = readSecretEntries(plain("hunter2secret"));
    const fork = new SecretVault({
      secrets: () => entries,
      placeholders: () => new Placeholders(machine, "fork"),
      ancestors: () => [parent],
    });
    expect(fork.restore(parent.of("hunter2secret"))).toBe("hunter2secret");
  });

  test("an expression does not find placeholders", () => {
    const vault = vaultOf([...plain("hunter2secret"), { type: "regex", content: "[A-Z0-9]{6,}" }]);
    const hidden = vault.hide("hunter2secret");
    expect(vault.hide(hidden)).toBe(hidden);
    expect(vault.restore(hidden)).toBe("hunter2secret");
  });

  test("what has the form of a key is hidden without being known", () => {
    const texts = [
      "sk-ant-api03-abcdefghijklmnop",
      `ghp_${"a1".repeat(18)}`,
      "AKIAIOSFODNN7EXAMPLE",
      `-----BEGIN RSA PRIVATE KEY-----\n${"MIIE\n".repeat(20)}-----END RSA PRIVATE KEY-----`,
    ];
    const vault = vaultOf([]);
    for (const text of texts) expect(vault.hide(`a ${text} b`)).toMatch(/^a #[A-Z2-7]{14}# b$/);
    const words = "skip-to-content ghp_short eyJust a task-sk-list in src/known-keys.ts";
    expect(vault.hide(words)).toBe(words);
  });

  test("law: any text with any secret comes back, in whichever pieces it arrives", () => {
    const secret = "Zx9-Kq7_Lm3+Pw5vRt8Z";
    const reversed = Array.from(secret).reverse().join("");
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom(secret, reversed)), { maxLength: 6 }),
        fc.array(fc.nat(40), { minLength: 1, maxLength: 12 }),
        (parts, cuts) => {
          const vault = vaultOf(plain(secret));
          const text = parts.join("");
          let out = "";
          const filter = new SecretFilter(vault, (chunk) => (out += chunk));
          for (let at = 0, turn = 0; at < text.length; turn++) {
            const length = (cuts[turn % cuts.length] ?? 0) + 1;
            filter.write(text.slice(at, at + length));
            at += length;
          }
          filter.end();
          return !out.includes(secret) && !out.includes(reversed) && vault.restore(out) === text;
        },
      ),
    );
  });
});

describe("secrets.yml", () => {
  test("wrong entries are answered one by one", () => {
    const { entries, problems } = readSecretEntries([
      { type: "plain", content: "good-enough" },
      { type: "word", content: "x" },
      { type: "regex", content: "(" },
      { type: "plain", content: "" },
      { type: "plain", content: "x", mode: "burn" },
      "text",
    ]);
    expect(entries).toEqual([{ match: "good-enough" }]);
    expect(problems).toEqual([
      "entry 2: type must be plain or regex",
      "entry 3: ( is no regular expression",
      "entry 4: content must be a text",
      "entry 5: mode must be obfuscate or replace",
      "entry 6: it must have a type and a content",
    ]);
  });

  test("every occurrence is found, with flags of either place", () => {
    const vault = vaultOf([
      { type: "regex", content: "/ab+c/", flags: "i", mode: "replace", replacement: "?" },
    ]);
    expect(vault.hide("xx abc ABBC abbbc")).toBe("xx ? ? ?");
  });
});
