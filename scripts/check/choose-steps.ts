// Which steps a call of `npm run check` asks for.
import type { Step } from "./step.ts";
import { REFEREE, STEPS } from "./steps.ts";

const ALL: readonly Step[] = [...STEPS, REFEREE];

export const STEP_NAMES: string = ALL.map(({ name }) => name).join(", ");

/** A step that does not exist, said for people. */
export class UnknownStepError extends Error {
  constructor(name: string) {
    super(`no step is called "${name}"; there are ${STEP_NAMES}`);
    this.name = "UnknownStepError";
  }
}

/** Without names every step, the referee only where it is wanted; with names exactly those. */
export function chooseSteps(
  names: readonly string[],
  { withReferee }: { withReferee: boolean },
): readonly Step[] {
  const unknown = names.find((name) => !ALL.some((step) => step.name === name));
  if (unknown !== undefined) throw new UnknownStepError(unknown);
  if (names.length > 0) return ALL.filter(({ name }) => names.includes(name));
  return withReferee ? ALL : STEPS;
}
