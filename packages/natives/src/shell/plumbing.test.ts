// Contract: tokens are found and messages decoded wherever chunks are cut; what is quoted for bash arrives as it was.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { StatusDecoder, type StatusMessage } from "../supervise/status-channel.ts";
import { composeCommand, quoteForShell } from "./quote.ts";
import { TokenScanner } from "./token-scanner.ts";

function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  let at = 0;
  for (const size of sizes) {
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return [...chunks, bytes.subarray(at)];
}
const sizes = fc.array(fc.nat({ max: 9 }), { maxLength: 40 });

describe("token scanner", () => {
  const token = Buffer.from("abcabd");
  test("finds the token in any chunks and passes on everything else", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "c", "d"), maxLength: 30 });
    fc.assert(
      fc.property(letters, letters, sizes, (before, after, cuts) => {
        const stream = `${before}${token.toString()}${after}`;
        const first = stream.indexOf(token.toString());
        const scanner = new TokenScanner(token);
        let out = "";
        let isFound = false;
        for (const chunk of cut(Buffer.from(stream), cuts)) {
          if (isFound) out += chunk.toString();
          else
            isFound = scanner.push(chunk, (bytes) => void (out += Buffer.from(bytes).toString()));
        }
        expect(isFound).toBe(true);
        expect(out).toBe(stream.slice(0, first) + stream.slice(first + token.length));
      }),
    );
  });

  test("holds back no more than the token's length", () => {
    const scanner = new TokenScanner(token);
    let out = "";
    const emit = (bytes: Uint8Array): void => void (out += Buffer.from(bytes).toString());
    expect(scanner.push(Buffer.from("xxabcab"), emit)).toBe(false);
    expect(out).toBe("xx");
    expect(scanner.push(Buffer.from("x"), emit)).toBe(false);
    expect(out).toBe("xxabcabx");
  });
});

test("status messages survive any cutting", () => {
  const bytes = Buffer.from("W7\0R12\0/a b/ä\0C13\0D3\0/tmp/x\ny\0X137\0Eno such bash\0");
  const expected: StatusMessage[] = [
    { type: "watching", pid: 7 },
    { type: "ready", pid: 12, cwd: "/a b/ä" },
    { type: "standby", pid: 13 },
    { type: "done", exitCode: 3, cwd: "/tmp/x\ny" },
    { type: "ended", exitCode: 137 },
    { type: "failed", reason: "no such bash" },
  ];
  fc.assert(
    fc.property(sizes, (cuts) => {
      const messages: StatusMessage[] = [];
      const decoder = new StatusDecoder((message) => void messages.push(message));
      for (const chunk of cut(bytes, cuts)) decoder.push(chunk);
      expect(messages).toEqual(expected);
    }),
  );
});

describe("quoting", () => {
  test("any text arrives in bash as it was", () => {
    const texts = fc.array(
      fc.string({
        unit: fc.constantFrom("a", "'", '"', "\\", "$", "`", "\n", " ", "!", "*", "ä", "-"),
        maxLength: 12,
      }),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(texts, (words) => {
        const script = `printf '%s\\0' ${words.map(quoteForShell).join(" ")}`;
        const { stdout } = Bun.spawnSync(["/bin/bash", "--norc", "-c", script]);
        expect(stdout.toString().split("\0").slice(0, -1)).toEqual(words);
      }),
      { numRuns: 25 },
    );
  });

  test("a command without surroundings is passed on as it is", () => {
    expect(composeCommand("echo 'x'", {})).toBe("echo 'x'");
    expect(composeCommand("x", { cwd: "/a'b", env: { A: "1" } })).toBe(
      `\\builtin cd -- '/a'\\''b' && A='1' \\command eval 'x'`,
    );
  });
});
