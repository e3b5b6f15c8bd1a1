// What the shell's own commands do to the scope: directories and variables.
import { expandWhole, expandWord, expandWords } from "./expand-word.ts";
import { splitAssignment } from "./parse-simple.ts";
import { absolutePath } from "./places.ts";
import type { Scope } from "./scope.ts";
import type { Word } from "./syntax.ts";
import { HOLE } from "./unknown.ts";

/** Applies a builtin that changes the scope; any other command changes nothing. */
export function applyBuiltin(words: readonly Word[], scope: Scope): void {
  const [first, ...rest] = words;
  const [name = ""] = first === undefined ? [] : (expandWord(first, scope)[0] ?? []);
  switch (name) {
    case "cd":
    case "pushd":
      changeDirectory(expandWords(rest, scope), scope);
      return;
    case "popd":
      scope.cwd = HOLE;
      return;
    case "export":
    case "declare":
    case "typeset":
    case "local":
    case "readonly":
      assignAll(rest, scope);
      return;
    case "unset":
      for (const variable of expandWords(rest, scope)) scope.assign(variable, [""]);
      return;
    case "read":
    case "mapfile":
    case "readarray":
    case "printf":
    case "getopts":
      forget(expandWords(rest, scope), scope);
  }
}

function changeDirectory(args: readonly string[], scope: Scope): void {
  const target = args.find((arg) => arg === "-" || !/^[-+]/.test(arg)) ?? scope.home;
  scope.cwd = target === "-" ? HOLE : absolutePath(target, scope);
}

function assignAll(words: readonly Word[], scope: Scope): void {
  for (const word of words) {
    const assigned = splitAssignment(word);
    if (assigned === undefined) continue;
    const { name, value, isAppending } = assigned;
    scope.assign(name, isAppending ? [HOLE] : expandWhole(value, scope));
  }
}

/** Their names are variables that get values nobody can know. */
function forget(args: readonly string[], scope: Scope): void {
  for (const arg of args) if (/^[A-Za-z_]\w*$/.test(arg)) scope.assign(arg, [HOLE]);
}
