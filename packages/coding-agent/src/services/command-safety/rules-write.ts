// Rules for what overwrites files of the system or whole devices.
import { operandsOf, type Rule } from "./invocation.ts";
import { isCriticalToWrite } from "./places.ts";

function firstCritical(
  targets: readonly string[],
  { scope }: Parameters<Rule>[1],
): string | undefined {
  const target = targets.find((value) => isCriticalToWrite(value, scope));
  return target === undefined ? undefined : `writes to ${target}`;
}

/** Every operand is written: tee, truncate, sponge. */
export const writesOperands: Rule = ({ args }, around) =>
  firstCritical(operandsOf(args, new Set(["-s", "--size", "-r"])), around);

/** The last operand is written, or what `-t` names: cp, mv, install, ln. */
export const writesLast: Rule = ({ args }, around) => {
  const at = args.findIndex((arg) => arg === "-t" || arg === "--target-directory");
  const named = args.find((arg) => arg.startsWith("--target-directory="));
  const directory = at === -1 ? named?.slice(named.indexOf("=") + 1) : args[at + 1];
  const operands = operandsOf(args, new Set(["-m", "-o", "-g", "-S"]));
  const target = directory ?? operands.at(-1);
  return target === undefined || (directory === undefined && operands.length < 2)
    ? undefined
    : firstCritical([target], around);
};

export const dd: Rule = ({ args }, around) =>
  firstCritical(
    args.filter((arg) => arg.startsWith("of=")).map((arg) => arg.slice("of=".length)),
    around,
  );

export const sed: Rule = ({ args }, around) =>
  args.some((arg) => /^-[A-Za-z]*i|^--in-place/.test(arg))
    ? firstCritical(operandsOf(args), around)
    : undefined;

export const tar: Rule = ({ args }, { scope }) => {
  const at = args.findIndex((arg) => arg === "-C" || arg === "--directory");
  const unpacks = args.some((arg) => /^-?[A-Za-z]*x|^--extract/.test(arg));
  const target = at === -1 ? undefined : args[at + 1];
  return unpacks && target !== undefined && (target === "/" || isCriticalToWrite(target, scope))
    ? `unpacks over ${target}`
    : undefined;
};
