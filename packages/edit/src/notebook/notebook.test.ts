// Contract: a notebook is edited as the text of its cells; every other byte of its JSON stays, and what
// could not be kept is refused.

import { describe, expect, test } from "bun:test";
import { planHashline } from "../hashline/plan-hashline.ts";
import { parseHashline } from "../hashline/parse-hashline.ts";
import { planPatch } from "../patch/plan-patch.ts";
import { notebookForm } from "./notebook-form.ts";

const NOTEBOOK = {
  cells: [
    {
      cell_type: "markdown",
      id: "aa",
      metadata: { tags: ["x"] },
      source: ["# Títle\n", "\n", "text"],
    },
    {
      cell_type: "code",
      execution_count: 3,
      id: "bb",
      metadata: {},
      outputs: [{ text: ["1\n"] }],
      source: ["a = 1\n", "a\n"],
    },
    { cell_type: "code", execution_count: null, id: "cc", metadata: {}, outputs: [], source: [] },
    { cell_type: "raw", id: "dd", metadata: {}, source: "raw" },
  ],
  metadata: { kernelspec: { name: "python3" } },
  nbformat: 4,
  nbformat_minor: 5,
};
const TEXT =
  "# %% [markdown] cell:1\n# Títle\n\ntext\n# %% [code] cell:2\na = 1\na\n\n# %% [code] cell:3\n# %% [raw] cell:4\nraw";

function bytesOf(value: unknown, indent: number | string = 1): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify(value, undefined, indent)}\n`);
}

function editCells(input: string, bytes = bytesOf(NOTEBOOK)): string {
  const decoded = notebookForm.decode(bytes);
  if (!decoded.ok) return decoded.message;
  const parsed = parseHashline(`¶n.ipynb#${decoded.document.hash}\n${input}\n`);
  if (!parsed.ok) return parsed.message;
  const planned = planHashline(parsed.sections, () => ({ kind: "file", bytes }));
  if (!planned.ok) return planned.message;
  const [step] = planned.plan.steps;
  return step?.kind === "update" ? new TextDecoder().decode(step.after) : "no update";
}

function expected(cells: unknown[]): string {
  return new TextDecoder().decode(bytesOf({ ...NOTEBOOK, cells }));
}

const [first, second, third, fourth] = NOTEBOOK.cells;

test("cells are shown under their markers", () => {
  const decoded = notebookForm.decode(bytesOf(NOTEBOOK));
  expect(decoded.ok && decoded.document.text).toBe(TEXT);
});

describe("edits", () => {
  test.each([
    [
      "a line of a cell",
      "6:a = 2",
      [first, { ...second, source: ["a = 2\n", "a\n"] }, third, fourth],
    ],
    ["an empty cell", "9↓pass", [first, second, { ...third, source: ["pass"] }, fourth]],
    ["a source that is one string", "11:RAW", [first, second, third, { ...fourth, source: "RAW" }]],
    ["a cell goes", "5-8!", [first, third, fourth]],
    [
      "a new cell",
      "4↓# %% [code]\nb = 2",
      [
        first,
        {
          cell_type: "code",
          execution_count: null,
          id: expect.anything(),
          metadata: {},
          outputs: [],
          source: ["b = 2"],
        },
        second,
        third,
        fourth,
      ],
    ],
    ["cells change places", "9!\nBOF↑# %% [code] cell:3", [third, first, second, fourth]],
  ])("%s", (_, input, cells) => {
    const after = editCells(input);
    expect(JSON.parse(after).cells).toEqual(cells);
    if (!input.includes("[code]\n")) expect(after).toBe(expected(cells));
  });
});

test("several edits of one call see the same cell numbers", () => {
  const bytes = bytesOf(NOTEBOOK);
  const patches = [
    { path: "n.ipynb", diff: "@@\n-# %% [markdown] cell:1\n-# Títle\n-\n-text\n" },
    { path: "n.ipynb", diff: "@@\n # %% [raw] cell:4\n-raw\n+RAW\n" },
  ];
  const planned = planPatch(patches, () => ({ kind: "file", bytes }));
  const step = planned.ok ? planned.plan.steps[0] : undefined;
  const after = step?.kind === "update" ? new TextDecoder().decode(step.after) : "";
  expect(after).toBe(expected([second, third, { ...fourth, source: "RAW" }]));
});

describe("refusals", () => {
  test.each([
    [
      "text before the first cell",
      "BOF↑x",
      'Cannot edit n.ipynb: the first line of a notebook must be a cell marker such as "# %% [code]".',
    ],
    [
      "a number that is none",
      "9:# %% [code] cell:9",
      "Cannot edit n.ipynb: the notebook cannot be edited: cell:9 does not exist or is used twice; a new cell has no number.",
    ],
    [
      "another type",
      "9:# %% [raw] cell:3",
      "Cannot edit n.ipynb: the notebook cannot be edited: cell:3 is of type code; remove it and add a new cell instead.",
    ],
  ])("%s", (_, input, message) => {
    expect(editCells(input)).toBe(message);
  });

  test.each([
    ["no notebook", new TextEncoder().encode("{}"), "it is not a notebook"],
    ["no JSON", new TextEncoder().encode("{"), "it is not a notebook"],
    [
      "odd layout",
      new TextEncoder().encode('{ "cells": [] }'),
      "laid out in a way that could not be kept",
    ],
    [
      "a number that JSON.parse rounds",
      new TextEncoder().encode('{\n "cells": [],\n "x": 1.0\n}\n'),
      "laid out in a way",
    ],
    [
      "a source that looks like a marker",
      bytesOf({ cells: [{ cell_type: "code", source: "# %% [code]" }] }),
      "looks like a cell marker",
    ],
    [
      "two faults that cancel out in the count",
      bytesOf({
        cells: [
          { cell_type: "code", source: "# %% [code]" },
          { cell_type: "no-word", source: "" },
        ],
      }),
      "looks like a cell marker",
    ],
  ])("%s", (_, bytes, message) => {
    expect(editCells("1:x", bytes)).toContain(message);
  });
});

test.each([
  ["one blank", 1],
  ["two blanks", 2],
  ["a tab", "\t"],
  ["nothing", 0],
])("indentation by %s is kept", (_, indent) => {
  const after = editCells("6:a = 2", bytesOf(NOTEBOOK, indent));
  expect(after).toBe(new TextDecoder().decode(bytesOf(NOTEBOOK, indent)).replace("a = 1", "a = 2"));
});

test("escaped characters are kept escaped", () => {
  const ascii = new TextDecoder().decode(bytesOf(NOTEBOOK)).replace("í", "\\u00ed");
  expect(editCells("6:a = 2 # é", new TextEncoder().encode(ascii))).toBe(
    ascii.replace("a = 1", "a = 2 # \\u00e9"),
  );
});
