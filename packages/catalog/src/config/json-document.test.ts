// JSON with places: the same values as JSON.parse, plus comments, doubled keys and lines.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readJsonDocument } from "./json-document.ts";

describe("JSON documents", () => {
  test("read what JSON.parse reads", () => {
    const layout = fc.constantFrom(undefined, 1, "\t");
    fc.assert(
      fc.property(fc.json(), layout, (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent);
        const document = readJsonDocument(text);
        expect(document.problems).toEqual([]);
        expect(JSON.stringify(document.value)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  test("never throw, and refuse what JSON.parse refuses unless it is a comment or a comma", () => {
    const soup = fc.stringMatching(/^[[\]{}",:0-9a-z\\\n ]{0,20}$/);
    fc.assert(
      fc.property(soup, (text) => {
        const { problems } = readJsonDocument(text);
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        if (isJson)
          expect(problems.filter(({ allowed }) => allowed !== "each key once")).toEqual([]);
        else if (problems.length === 0)
          expect(text.trim() === "" || /,\s*[\]}]/.test(text)).toBe(true);
      }),
    );
  });

  test("allow comments, trailing commas and a byte order mark", () => {
    const text = '\uFEFF// models\n{ "a": [1, 2,], /* b */ "b": {"c": null,}, }\n';
    expect(readJsonDocument(text).value).toEqual({ a: [1, 2], b: { c: null } });
  });

  test("know where things stand", () => {
    const document = readJsonDocument('{\n  "a": {\n    "b": [1,\n      {"c": 2}]\n  }\n}');
    expect(document.locate(["a", "b", 1, "c"])).toEqual({ line: 4, column: 8 });
    expect(document.locate(["a", "missing"])).toEqual({ line: 2, column: 3 });
    expect(document.locate(["nothing"])).toEqual({ line: 1, column: 1 });
  });

  test("name a key that stands twice, at every depth", () => {
    const { problems } = readJsonDocument('{"a": 1,\n"b": {"c": 1,\n "c": 2},\n"a": 3}');
    expect(problems.map(({ path, line, problem }) => [path, line, problem])).toEqual([
      [["b", "c"], 3, 'the key "c" stands twice (first on line 2)'],
      [["a"], 4, 'the key "a" stands twice (first on line 1)'],
    ] as never);
  });

  test.each([
    ['{"a": }', 1, 7, 'expected a value, found "}"'],
    ['{\n "a": 1\n "b": 2}', 3, 2, 'expected a "," or "}", found """'],
    ["[1, 2", 1, 6, 'expected a "," or "]", found the end of the file'],
    ["{a: 1}", 1, 2, 'expected text in double quotes, found "a"'],
    ['{"a": 1} x', 1, 10, 'expected nothing more, found "x"'],
    ['["\\q"]', 1, 2, "a bad escape in a text"],
  ])("%p is wrong at %d:%d", (text, line, column, problem) => {
    expect(readJsonDocument(text).problems[0]).toMatchObject({ line, column, problem });
  });

  test("a file nested without end is refused, not a crash", () => {
    expect(readJsonDocument("[".repeat(200_000)).problems[0]?.problem).toBe("nested too deeply");
  });

  test("keys cannot reach a prototype", () => {
    const value = readJsonDocument('{"__proto__": {"bad": true}}').value as object;
    expect("bad" in value).toBe(false);
    expect(Object.keys(value)).toEqual(["__proto__"]);
  });
});
