// Rules for what deletes, moves away or opens up whole trees.
import { echoed } from "./expand-word.ts";
import { hasOption, operandsOf, type Rule, type Surroundings } from "./invocation.ts";
import { absolutePath, isCriticalToWrite, isDevice, type Place, placeOf } from "./places.ts";
import { HOLE } from "./unknown.ts";

const NAMES: Readonly<Record<Exclude<Place, "free">, string>> = {
  system: "part of the system",
  home: "a whole home directory",
  secret: "keys or credentials",
  homeTop: "directly in a home directory",
  workspace: "the whole workspace",
  outside: "outside the workspace",
  unknown: "known only when it runs",
};

function harm(verb: string, value: string, place: Exclude<Place, "free">): string {
  return place === "unknown"
    ? `${verb} a path that is ${NAMES[place]}`
    : `${verb} ${value.replaceAll(HOLE, "…")}, which is ${NAMES[place]}`;
}

/** The first value that lies in one of the places. */
function firstIn(
  values: readonly string[],
  places: readonly Place[],
  verb: string,
  { scope }: Surroundings,
): string | undefined {
  for (const value of values) {
    const place = placeOf(value, scope);
    if (place !== "free" && places.includes(place)) return harm(verb, value, place);
  }
  return undefined;
}

const ALL_BUT_FREE = Object.keys(NAMES) as Place[];
const WHOLE: readonly Place[] = ["system", "home"];

export const rm: Rule = (invocation, around) => {
  const { args, isElevated, hasInputArguments } = invocation;
  if (isElevated) return "deletes with another user's rights";
  const targets = operandsOf(args);
  if (!hasOption(args, "rR", "--recursive"))
    return firstIn(targets, ["system", "home", "secret"], "deletes", around);
  if (hasInputArguments) {
    const problem = inputProblem(around);
    if (problem !== undefined) return problem;
    return firstIn(
      targets.filter((target) => target !== HOLE),
      ALL_BUT_FREE,
      "deletes recursively",
      around,
    );
  }
  return firstIn(targets, ALL_BUT_FREE, "deletes recursively", around);
};

const FILTERS = /^(?:grep|egrep|fgrep|sort|uniq|head|tail)$/;
const LISTERS = /^(?:ls|fd|fdfind|grep|rg|git)$/;

/** Whether what xargs is fed may name something outside. */
function inputProblem(around: Surroundings): string | undefined {
  const [source, ...filters] = around.upstream.invocations;
  const unknown = "deletes recursively what its input names";
  if (source === undefined || around.upstream.isCut) return unknown;
  if (filters.some(({ name }) => !FILTERS.test(name))) return unknown;
  if (source.name === "echo" || source.name === "printf")
    return firstIn(echoed(source.args).split(/\s+/), ALL_BUT_FREE, "deletes recursively", around);
  if (source.name === "find") return deleteBelow(findRoots(source.args), around);
  if (!LISTERS.test(source.name)) return unknown;
  return firstIn(operandsOf(source.args), ["system", "home", "unknown"], "deletes below", around);
}

/** The directories a `find` starts from. */
function findRoots(args: readonly string[]): string[] {
  const start = args.findIndex((arg) => !/^-[HLPDO]/.test(arg));
  const tail = start === -1 ? [] : args.slice(start);
  const end = tail.findIndex((arg) => /^[-(!]/.test(arg));
  const roots = end === -1 ? tail : tail.slice(0, end);
  return roots.length === 0 ? ["."] : roots;
}

function deleteBelow(roots: readonly string[], around: Surroundings): string | undefined {
  const found = roots.map((root) => (root.startsWith(HOLE) ? HOLE : `${root}/found`));
  return firstIn(found, ALL_BUT_FREE, "deletes recursively", around);
}

export const find: Rule = ({ args }, around) => {
  const written = args.filter((_, index) =>
    /^-(?:fls|fprint(?:0|f)?)$/.test(args[index - 1] ?? ""),
  );
  const critical = written.find((path) => isCriticalToWrite(path, around.scope));
  if (critical !== undefined) return `writes to ${critical}`;
  return args.includes("-delete") ? deleteBelow(findRoots(args), around) : undefined;
};

export const shred: Rule = ({ args }, around) => {
  const targets = operandsOf(args, new Set(["-n", "-s"]));
  const device = targets.find((target) => isDevice(absolutePath(target, around.scope)));
  if (device !== undefined) return `overwrites the device ${device}`;
  return firstIn(targets, ["system", "home", "secret"], "overwrites", around);
};

export const mv: Rule = ({ args }, around) =>
  firstIn(operandsOf(args).slice(0, -1), [...WHOLE, "workspace"], "moves away", around);

/** chmod, chown and their like: only whole trees matter. */
export const changeTree: Rule = ({ args }, around) =>
  hasOption(args, "R", "--recursive")
    ? firstIn(operandsOf(args).slice(1), WHOLE, "changes rights of all in", around)
    : undefined;

export const rsync: Rule = ({ args }, around) =>
  args.some((arg) => arg.startsWith("--delete") || arg === "--del")
    ? firstIn(operandsOf(args).slice(-1), [...WHOLE, "homeTop"], "deletes in", around)
    : undefined;

/** The programs that `find` runs on what it finds. */
export function findCommands(args: readonly string[]): string[][] {
  const roots = findRoots(args);
  const commands: string[][] = [];
  for (let index = 0; index < args.length; index++) {
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(args[index]!)) continue;
    let end = index + 1;
    while (end < args.length && args[end] !== ";" && args[end] !== "+") end++;
    const argv = args.slice(index + 1, end);
    for (const root of roots.slice(0, MAX_ROOTS)) {
      const found = root.startsWith(HOLE) ? HOLE : `${root}/found`;
      commands.push(argv.map((arg) => arg.replaceAll("{}", found)));
    }
    index += argv.length;
  }
  return commands;
}

const MAX_ROOTS = 8;
