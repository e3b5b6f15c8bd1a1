// Whether a shell command may run unasked. It is parsed, not matched: what would delete, overwrite or stop more
// than a project asks, and so does what cannot be read. Pure; runs nothing and looks at no file.
import { SyntaxProblem } from "./cursor.ts";
import { parseShell } from "./parse-script.ts";
import { type CommandPlace, Scope } from "./scope.ts";
import { Danger, ScriptWalker } from "./walk-script.ts";

/** `ask` means: whatever the approval mode, a person decides. */
export type CommandVerdict =
  | { readonly level: "run" }
  /** The reason goes on from "This command …". */
  | { readonly level: "ask"; readonly reason: string };

const MAX_NESTED_SCRIPTS = 8;

/** Judges a command as bash would read it. */
export function judgeCommand(command: string, place: CommandPlace = {}): CommandVerdict {
  let nested = 0;
  const walker = new ScriptWalker((text, scope) => {
    if (++nested > MAX_NESTED_SCRIPTS) throw new Danger("runs scripts inside scripts too deeply");
    walker.walk(parseShell(text), scope.fork());
    nested--;
  });
  try {
    walker.walk(parseShell(command), new Scope(place));
    return { level: "run" };
  } catch (problem) {
    if (problem instanceof Danger) return { level: "ask", reason: problem.message };
    if (problem instanceof SyntaxProblem)
      return { level: "ask", reason: `cannot be parsed: ${problem.message}` };
    throw problem;
  }
}
