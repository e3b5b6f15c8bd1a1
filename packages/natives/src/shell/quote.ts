// Text for bash: quoting, and one command together with its directory and variables.

/** `text` as one word that bash takes literally. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** What surrounds a command. */
export interface CommandSurroundings {
  /** Directory to change to first; the shell stays there, as after `cd`. */
  readonly cwd?: string | undefined;
  /** Variables for this command alone. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The text to hand to `eval`. Refuses what bash cannot hold. */
export function composeCommand(command: string, { cwd, env = {} }: CommandSurroundings): string {
  const names = Object.keys(env);
  const badName = names.find((name) => !VARIABLE_NAME.test(name));
  if (badName !== undefined) throw new TypeError(`Invalid bash env name: ${badName}`);
  if ([command, cwd ?? "", ...Object.values(env)].some((text) => text.includes("\0"))) {
    throw new TypeError("a command, its directory and its variables cannot contain NUL characters");
  }
  if (cwd === undefined && names.length === 0) return command;
  const enter = cwd === undefined ? "" : `\\builtin cd -- ${quoteForShell(cwd)} && `;
  const variables = Object.entries(env).map(([name, value]) => `${name}=${quoteForShell(value)} `);
  // Not `builtin eval`: with that bash forgets the variables after the first command of the text.
  return `${enter}${variables.join("")}\\command eval ${quoteForShell(command)}`;
}
