// What a configured secret or header value asks for: the output of a command, a variable or the text
// itself. Only reads the notation; running commands and reading the environment is the host's.

/** A configured value by kind. */
export type ConfigValue =
  /** `!command`: what the command prints. */
  | { kind: "command"; command: string }
  /** A word that may name a variable: its value if it is set, else the word itself. */
  | { kind: "variable-or-literal"; name: string }
  /** Nothing but text. */
  | { kind: "literal"; text: string };

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Reads a configured value; null for a `!` without a command, which means nothing. */
export function parseConfigValue(text: string): ConfigValue | null {
  if (text.startsWith("!")) {
    const command = text.slice(1).trim();
    return command === "" ? null : { kind: "command", command };
  }
  return VARIABLE.test(text)
    ? { kind: "variable-or-literal", name: text }
    : { kind: "literal", text };
}
