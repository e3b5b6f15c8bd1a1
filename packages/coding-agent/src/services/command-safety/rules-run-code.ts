// Rules for what runs a script or code that came from somewhere else.
import { echoed } from "./expand-word.ts";
import { isFetcher, operandsOf, type Rule, type Surroundings } from "./invocation.ts";
import { absolutePath } from "./places.ts";
import { HOLE } from "./unknown.ts";

const RUNS_DOWNLOAD = "runs what it downloads";
const RUNS_UNKNOWN = "runs a script that is known only when it runs";
const SHELL_VALUED: ReadonlySet<string> = new Set([
  "-o",
  "+o",
  "-O",
  "+O",
  "--rcfile",
  "--init-file",
]);

export const shell: Rule = (invocation, around) => {
  const { args } = invocation;
  const at = args.findIndex((arg) => /^-[A-Za-z]*c$/.test(arg));
  const firstOperand = args.findIndex((arg) => !/^[-+]/.test(arg));
  if (
    at !== -1 &&
    (firstOperand === -1 || at < firstOperand || isOptionValue(args, firstOperand))
  ) {
    const text = operandsOf(args.slice(at + 1), SHELL_VALUED)[0];
    return text === undefined ? undefined : script(text, around);
  }
  if (around.substituted.some(isFetcher)) return RUNS_DOWNLOAD;
  const [file] = operandsOf(args, SHELL_VALUED);
  const readsInput = file === undefined || file === "-" || file === "/dev/stdin";
  if (readsInput || args.some((arg) => /^-[a-z]*s/.test(arg))) return fromInput(around);
  return ranDownload(file, around);
};

function isOptionValue(args: readonly string[], index: number): boolean {
  return SHELL_VALUED.has(args[index - 1] ?? "");
}

/** A script as an argument: judged as far as it is known. */
function script(text: string, around: Surroundings): string | undefined {
  if (around.substituted.some(isFetcher)) return RUNS_DOWNLOAD;
  if (text.replaceAll(HOLE, "").trim() === "") {
    const isVariable = text.includes(HOLE) && around.substituted.length === 0;
    return isVariable ? RUNS_UNKNOWN : undefined;
  }
  around.judgeText(text);
  return undefined;
}

function fromInput(around: Surroundings): string | undefined {
  const { upstream, inputText, inputFile } = around;
  if (inputText !== undefined) return script(inputText, around);
  if (inputFile !== undefined) return ranDownload(inputFile, around);
  if (upstream.isEmpty) return undefined;
  if (upstream.fetches) return RUNS_DOWNLOAD;
  const [source, ...others] = upstream.invocations;
  if (source === undefined || others.length > 0) return RUNS_UNKNOWN;
  if (source.name === "echo") return script(echoed(source.args), around);
  if (source.name === "printf" && source.args.length > 0)
    return script(source.args.join(" ").replaceAll("%s", " ").replaceAll("\\n", "\n"), around);
  return source.name === "cat" && source.args.length > 0 ? undefined : RUNS_UNKNOWN;
}

function ranDownload(file: string, { scope }: Surroundings): string | undefined {
  return scope.downloaded.has(absolutePath(file, scope)) ? RUNS_DOWNLOAD : undefined;
}

export const evaluate: Rule = ({ args }, around) =>
  args.length === 0 ? undefined : script(args.join(" "), around);

export const source: Rule = ({ args }, around) => {
  if (around.substituted.some(isFetcher)) return RUNS_DOWNLOAD;
  const [file] = args;
  if (file === undefined) return undefined;
  return file === "/dev/stdin" ? fromInput(around) : ranDownload(file, around);
};

/** python, perl, node …: their own code is not judged, only where it comes from. */
export const interpreter: Rule = ({ args }, around) => {
  const [file] = operandsOf(args);
  const hasCode = args.some((arg) => /^-(?:[A-Za-z]*[cem]|-eval|-print|p)$/.test(arg));
  if (around.substituted.some(isFetcher)) return RUNS_DOWNLOAD;
  if (hasCode) return undefined;
  if (file !== undefined && file !== "-" && file !== "/dev/stdin") return ranDownload(file, around);
  return around.upstream.fetches ? RUNS_DOWNLOAD : undefined;
};

const SSH_VALUED: ReadonlySet<string> = new Set(
  "-i -p -l -o -F -J -L -R -D -b -c -E -e -I -m -O -Q -S -W -w -B".split(" "),
);

export const ssh: Rule = ({ args }, around) => {
  const at = args.findIndex(
    (arg, index) => !arg.startsWith("-") && !SSH_VALUED.has(args[index - 1] ?? ""),
  );
  const command = at === -1 ? "" : args.slice(at + 1).join(" ");
  return command === "" ? undefined : script(command, around);
};

export const alias: Rule = ({ args }, around) => {
  for (const arg of args) {
    const at = arg.indexOf("=");
    if (at > 0) around.judgeText(arg.slice(at + 1));
  }
  return undefined;
};

/** Running a file by its name. */
export const runsFile: Rule = ({ path }, around) =>
  path.includes("/") ? ranDownload(path, around) : undefined;
