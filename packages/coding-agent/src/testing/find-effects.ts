// Reads source as text: which files touch the world (start programs, change files, use the network), and which of them are
// loaded by code that must not. Tests only.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** Text of each file, by its path below the root. */
export type Sources = Readonly<Record<string, string>>;

export type Effect = "starts programs" | "changes files" | "uses the network";

/** Who may have effects. Paths that end with a slash mean everything below. */
export interface EffectRules {
  /** Code whose effects belong to tool calls, with the files that may load it besides tools: they bind it to the gate. */
  readonly gated: Readonly<Record<string, readonly string[]>>;
  /** Code with effects of its own, each with the reason why no gate is needed. */
  readonly own: Readonly<Record<string, string>>;
}

const WRITERS =
  /^(?:(?:append|copy|write)File|cp|rm|rmdir|unlink|rename|mkdir|mkdtemp|symlink|link|[lf]?ch(?:mod|own)|f?truncate|[lf]?utimes|writev?|createWriteStream)(?:Sync)?$/;
const OPENS_TO_WRITE = /O_WRONLY|O_RDWR|O_CREAT|\bopen(?:Sync)?\([^)]*"[wa]x?\+?"/;
const FILES =
  /\bBun\.write\(|\.writer\(|import \* as \w+ from "node:fs|import\("node:fs|new Database\([^)]*\b(?:create|readwrite)\b|import \{[^}]*\bDatabase\b[^}]*\} from "bun:sqlite"|import\("bun:sqlite"\)/;
const PROGRAMS =
  /\bBun\.(?:spawn|spawnSync|\$)|\bnode:child_process|new PtySession\b|pi-natives\/(?:shell|pty|process|supervise)"/;
const NETWORK =
  /(?<![\w.|"'`#])fetch(?=\(|,|\s*\}|;|\))|new WebSocket\(|\bBun\.(?:connect|listen|serve|udpSocket)\(|from "node:(?:net|https?|tls|dgram|http2)"/;

/** The TypeScript below a folder, without tests and what only they use. */
export function readSources(root: string): Sources {
  const names = readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter(
      (name) => name.endsWith(".ts") && !/\.test\.ts$|(?:^|\/)(?:testing|fixtures)\//.test(name),
    );
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(root, name), "utf8")]));
}

/** What a file does itself. */
export function effectsOf(source: string): Effect[] {
  const code = withoutComments(source);
  const fs = [...code.matchAll(/import \{([^}]*)\} from "node:fs(?:\/promises)?"/g)]
    .flatMap(([, names = ""]) => names.split(","))
    .map((name) => name.trim().split(" ")[0] ?? "");
  const opens = fs.some((name) => /^open(?:Sync)?$/.test(name)) && OPENS_TO_WRITE.test(code);
  const found: [Effect, boolean][] = [
    ["starts programs", PROGRAMS.test(code)],
    ["changes files", opens || fs.some((name) => WRITERS.test(name)) || FILES.test(code)],
    ["uses the network", NETWORK.test(code)],
  ];
  return found.flatMap(([effect, isThere]) => (isThere ? [effect] : []));
}

/** Files of the same tree that a file imports for more than types. */
export function importsOf(sources: Sources, name: string): string[] {
  const pattern =
    /(?:^|\n)(?:import|export) (?!type )[^;]*?from "(\.[^"]+)"|import\("(\.[^"]+)"\)/g;
  return [...withoutComments(sources[name] ?? "").matchAll(pattern)].map(([, fixed, lazy]) =>
    relative("/", resolve("/", dirname(name), fixed ?? lazy ?? "")),
  );
}

/** One line for each file with an effect that no rule explains, and for each way to gated code around the gate. */
export function findViolations(sources: Sources, rules: EffectRules): string[] {
  const names = Object.keys(sources).sort();
  const isTool = (name: string): boolean => name.startsWith("tools/");
  const isKnown = (name: string): boolean =>
    isTool(name) || covers(Object.keys(rules.gated), name) || covers(Object.keys(rules.own), name);
  const unexplained = names.flatMap((name) =>
    isKnown(name) ? [] : effectsOf(sources[name] ?? "").map((effect) => `${name} ${effect}`),
  );
  const around = names
    .filter((name) => !isTool(name))
    .flatMap((name) =>
      importsOf(sources, name)
        .filter((path) => {
          const loaders = rules.gated[path];
          return loaders !== undefined && !covers(loaders, name);
        })
        .map((path) => `${name} loads ${path}`),
    );
  return [...unexplained, ...around];
}

/** Rules that nothing needs any more. */
export function findStaleRules(sources: Sources, rules: EffectRules): string[] {
  const names = Object.keys(sources);
  const own = Object.keys(rules.own).filter(
    (rule) =>
      !names.some((name) => covers([rule], name) && effectsOf(sources[name] ?? "").length > 0),
  );
  const gated = Object.entries(rules.gated).flatMap(([path, loaders]) => {
    if (sources[path] === undefined) return [path];
    const loading = names.filter((name) => importsOf(sources, name).includes(path));
    return loaders
      .filter((loader) => !loading.some((name) => covers([loader], name)))
      .map((loader) => `${loader} does not load ${path}`);
  });
  return [...own, ...gated];
}

function covers(rules: readonly string[], name: string): boolean {
  return rules.some((rule) => (rule.endsWith("/") ? name.startsWith(rule) : name === rule));
}

function withoutComments(source: string): string {
  return source.replaceAll(/^\s*(?:\/\/|\*|\/\*).*$/gm, "").replaceAll(/\s\/\/ .*$/gm, "");
}
