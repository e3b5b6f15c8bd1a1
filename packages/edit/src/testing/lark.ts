// Owns a recogniser for the small part of Lark that our grammars use: rules, terminals, groups, `|`,
// `?`, `*`, `+`, string and regular expression literals. Only tests import it.

type Matcher = (starts: ReadonlySet<number>) => Set<number>;

const TOKEN = /"(?:[^"\\]|\\.)*"|\/(?:[^/\\]|\\.)*\/|\w+|[()|?*+]/gu;

/** Whether `text` as a whole is derived from the grammar's `start`. */
export function isDerivedFrom(grammar: string, text: string): boolean {
  const rules = new Map<string, string[]>();
  for (const line of grammar.split("\n").filter((line) => line.trim() !== "")) {
    const [name = "", ...body] = line.split(":");
    rules.set(name.trim(), body.join(":").match(TOKEN) ?? []);
  }
  const rule = (name: string): Matcher => {
    const tokens = rules.get(name);
    if (tokens === undefined) throw new Error(`no rule ${name}`);
    return (starts) => parseChoice([...tokens])(starts);
  };

  function parseChoice(tokens: string[]): Matcher {
    const branches = [parseSequence(tokens)];
    while (tokens[0] === "|") {
      tokens.shift();
      branches.push(parseSequence(tokens));
    }
    return (starts) => new Set(branches.flatMap((branch) => [...branch(starts)]));
  }

  function parseSequence(tokens: string[]): Matcher {
    const parts: Matcher[] = [];
    while (tokens.length > 0 && tokens[0] !== "|" && tokens[0] !== ")")
      parts.push(parseRepeated(tokens));
    return (starts) => parts.reduce<Set<number>>((ends, part) => part(ends), new Set(starts));
  }

  function parseRepeated(tokens: string[]): Matcher {
    const item = parseItem(tokens);
    const mark = tokens[0];
    if (mark !== "?" && mark !== "*" && mark !== "+") return item;
    tokens.shift();
    if (mark === "?") return (starts) => new Set([...starts, ...item(starts)]);
    return (starts) => (mark === "*" ? repeat(item, starts) : repeat(item, item(starts)));
  }

  function parseItem(tokens: string[]): Matcher {
    const token = tokens.shift() ?? "";
    if (token === "(") {
      const inner = parseChoice(tokens);
      tokens.shift();
      return inner;
    }
    if (token.startsWith('"')) return literal(new RegExp(RegExp.escape(token.slice(1, -1)), "yu"));
    if (token.startsWith("/")) return literal(new RegExp(token.slice(1, -1), "yu"));
    return (starts) => rule(token)(starts);
  }

  function literal(pattern: RegExp): Matcher {
    return (starts) => {
      const ends = new Set<number>();
      for (const start of starts) {
        pattern.lastIndex = start;
        if (pattern.test(text)) ends.add(pattern.lastIndex);
      }
      return ends;
    };
  }

  return rule("start")(new Set([0])).has(text.length);
}

function repeat(item: Matcher, starts: ReadonlySet<number>): Set<number> {
  const all = new Set(starts);
  for (let fresh = new Set(starts); fresh.size > 0;) {
    fresh = new Set([...item(fresh)].filter((end) => !all.has(end)));
    for (const end of fresh) all.add(end);
  }
  return all;
}
