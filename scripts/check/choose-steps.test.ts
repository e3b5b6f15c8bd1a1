// Contract: everything runs unless steps are named; the referee joins only where it is asked for.
import { expect, test } from "bun:test";
import { chooseSteps, UnknownStepError } from "./choose-steps.ts";

test.each([
  [[], false, "format indexes docs types layers unused lint"],
  [[], true, "format indexes docs types layers unused lint referee"],
  [["lint", "types"], true, "types lint"],
  [["referee"], false, "referee"],
])("%p with referee %p", (names, withReferee, expected) => {
  const steps = chooseSteps(names, { withReferee });
  expect(steps.map(({ name }) => name).join(" ")).toBe(expected);
});

test("an unknown name is refused with the known ones", () => {
  expect(() => chooseSteps(["typos"], { withReferee: false })).toThrow(UnknownStepError);
  expect(() => chooseSteps(["typos"], { withReferee: false })).toThrow(/there are format, indexes/);
});
