// Contract: a repaired pattern is a valid expression that means what was typed; a translated one means in JavaScript what
// it means to ripgrep, or is not translated.
import { describe, expect, test } from "bun:test";
import { repairPattern } from "./repair-pattern.ts";
import { translateRegex } from "./translate-regex.ts";

describe("repair", () => {
  test.each([
    ["a{2,4}", "a{2,4}"],
    ["a{3}b{2,}", "a{3}b{2,}"],
    ["${platform}", "$\\{platform\\}"],
    ["interface{}", "interface\\{\\}"],
    ["{2}", "\\{2\\}"],
    ["(a|{2})", "(a|\\{2\\})"],
    ["x{a,b}", "x\\{a,b\\}"],
    ["\\{already\\}", "\\{already\\}"],
    ["\\p{Greek}+", "\\p{Greek}+"],
    ["\\x{41}", "\\x{41}"],
    ["[{}]", "[{}]"],
    ["[^]{}]x{", "[^]{}]x\\{"],
    ["foo(", "foo\\("],
    ["foo)", "foo\\)"],
    ["foo(bar(", "foo\\(bar\\("],
    ["(a)(b", "\\(a\\)\\(b"],
    ["foo(bar)", "foo(bar)"],
    ["\\(", "\\("],
    ["[(]", "[(]"],
    ["if (x) {", "if (x) \\{"],
    ["a\\", "a\\"],
    ["[unclosed(", "[unclosed\\("],
  ])("%p becomes %p", (pattern, expected) => {
    expect(repairPattern(pattern)).toBe(expected);
  });
});

describe("translation", () => {
  const line = { ignoreCase: false, multiline: false };
  test.each([
    ["plain", "some plain text", true],
    ["^a.c$", "abc", true],
    ["^a.c$", "xabc", false],
    ["a\\.c", "abc", false],
    ["\\bword\\b", "a word.", true],
    ["\\bword\\b", "äword", false],
    ["\\w+é", "caf\u00e9é", true],
    ["^\\d$", "٣", true],
    ["[[:digit:]]", "٣", false],
    ["[^a-c]", "b", false],
    ["[]x]", "]", true],
    ["[a\\-z]", "-", true],
    ["[a\\-z]", "m", false],
    ["[\\w.-]+@", "a.b-c@", true],
    ["(?:a|b){2}", "ab", true],
    ["(?P<n>x)(?<m>y)", "xy", true],
    ["(?i)ABC", "abc", true],
    ["a{2}", "aa", true],
    ["x+?y", "xxy", true],
    ["\\x41\\u{42}\\u0043", "ABC", true],
    ["\\p{Lu}\\pL", "Ab", true],
    ["a\\/b-c", "a/b-c", true],
    ["\\-\\#\\'", "-#'", true],
    ["😀+", "😀😀", true],
    ["(|a)b", "b", true],
  ])("%p on %p", (pattern, text, isMatch) => {
    expect(translateRegex(pattern, line)?.line.test(text)).toBe(isMatch);
  });

  test.each([
    ["look-around", "(?=a)"],
    ["back references", "(a)\\1"],
    ["flags inside", "a(?i)b"],
    ["scoped flags", "(?i:b)"],
    ["set operations", "[a-z&&[^b]]"],
    ["nested classes", "[a[b]]"],
    ["scripts", "\\p{Greek}"],
    ["nested repetition", "(a+)+"],
    ["nested counted repetition", "(a{2,9}){2,9}"],
    ["repetition of repetition", "a**"],
    ["possessive look-alikes", "a*+"],
    ["four unbounded repetitions", "a*b*c*d*"],
    ["large counts", "a{1000}"],
    ["a quantifier of nothing", "*a"],
    ["an unclosed class", "[a"],
    ["an unclosed group", "(a"],
    ["word start", "\\<a"],
    ["text start", "\\Aa"],
    ["a newline", "a\\nb"],
    ["a literal newline", "a\nb"],
    ["a newline by number", "\\x0A"],
    ["a lone backslash", "a\\"],
    ["private characters", "\uE000"],
  ])("%s stays with ripgrep", (_, pattern) => {
    expect(translateRegex(pattern, line)).toBeUndefined();
  });

  test("a newline is translated where matches may span lines", () => {
    expect(
      "a\nb".match(translateRegex("a\\nb", { ...line, multiline: true })?.text ?? /never/),
    ).not.toBeNull();
  });
});
