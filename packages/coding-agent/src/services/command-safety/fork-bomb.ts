// Recognises functions that start copies of themselves side by side.
import type { Command, Script } from "./syntax.ts";

/** True when a function calls itself in a pipeline or in the background. */
export function isForkBomb({ name, body }: Extract<Command, { type: "function" }>): boolean {
  return multiplies([body], name);
}

function multiplies(commands: readonly Command[], name: string): boolean {
  return commands.some(
    (command) => command.type === "compound" && command.scripts.some((s) => inScript(s, name)),
  );
}

function inScript(script: Script, name: string): boolean {
  return script.some(({ pipeline, operator }) => {
    const isParallel = pipeline.length > 1 || operator === "&";
    return (isParallel && pipeline.some((c) => calls(c, name))) || multiplies(pipeline, name);
  });
}

function calls(command: Command, name: string): boolean {
  if (command.type === "compound")
    return command.scripts.some((script) =>
      script.some(({ pipeline }) => pipeline.some((inner) => calls(inner, name))),
    );
  if (command.type !== "simple") return false;
  const [part] = command.words[0]?.parts ?? [];
  return part?.type === "text" && part.text === name;
}
