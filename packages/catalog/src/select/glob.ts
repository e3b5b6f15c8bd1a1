// Wildcards over model names. Unlike those over files, a star also crosses slashes: `openrouter/*` is
// everything that OpenRouter has.

/** Does the pattern hold a wildcard? */
export function isGlob(pattern: string): boolean {
  return /[*?[{]/.test(pattern);
}

const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

function translate(pattern: string): string {
  return pattern.replace(
    /\*+|\?|\[(!?)([^\]]+)\]|\{([^{}]+)\}|[^*?[{]+|[[{]/g,
    (part: string, not?: string, set?: string, choices?: string) => {
      if (part.startsWith("*")) return ".*";
      if (part === "?") return ".";
      if (set !== undefined) return `[${not ? "^" : ""}${set.replace(/[\\\]^]/g, "\\$&")}]`;
      if (choices !== undefined) return `(?:${choices.split(",").map(translate).join("|")})`;
      return escape(part);
    },
  );
}

/** A test for the whole of a name, upper and lower case alike. */
export function compileGlob(pattern: string): (name: string) => boolean {
  const expression = new RegExp(`^${translate(pattern)}$`, "is");
  return (name) => expression.test(name);
}
