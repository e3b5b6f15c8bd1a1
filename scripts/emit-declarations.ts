// Type declarations of the shipped package: what the entry needs of them, in one folder that refers to nothing but itself,
// zod and the runtime. The compiler makes them; this finds those that count and makes their imports relative.
import { mkdir, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

/** Where things are. */
export interface DeclarationPlaces {
  /** The repository. */
  readonly root: string;
  /** The module whose declarations are wanted. */
  readonly entry: string;
  /** Folder that gets them; `index.d.ts` is the entry's. */
  readonly target: string;
}

const SPECIFIER = /(?<=\b(?:from|import) ?\(?")([^"]+)(?=")/g;
/** What the user of the package has. */
const OUTSIDE = /^(?:zod(?:\/.*)?|bun(?::.*)?|node:.*)$/;

/** Writes the declarations; throws with the compiler's words when there are none. */
export async function emitDeclarations({ root, entry, target }: DeclarationPlaces): Promise<void> {
  const scratch = `${target}.tmp`;
  try {
    const sources = await workspaceSources(root);
    await compile(root, entry, scratch, sources);
    await keepReachable({ root, entry, target, scratch, sources });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Source files by the names under which other packages import them. */
async function workspaceSources(root: string): Promise<Map<string, string>> {
  const sources = new Map<string, string>();
  for (const path of new Bun.Glob("packages/*/package.json").scanSync({ cwd: root })) {
    const { name, exports = {} } = (await Bun.file(join(root, path)).json()) as {
      name: string;
      exports?: Record<string, string>;
    };
    for (const [subpath, file] of Object.entries(exports))
      sources.set(join(name, subpath), join(root, dirname(path), file));
  }
  return sources;
}

async function compile(
  root: string,
  entry: string,
  outDir: string,
  sources: ReadonlyMap<string, string>,
): Promise<void> {
  const project = join(outDir, "tsconfig.json");
  // Named as paths, files of other packages are sources; found in node_modules, they would get no declarations.
  const paths = Object.fromEntries([...sources].map(([name, file]) => [name, [file]]));
  const ambient = [...new Bun.Glob("{types,packages/*/src}/**/*.d.ts").scanSync({ cwd: root })];
  await mkdir(outDir, { recursive: true });
  await Bun.write(
    project,
    JSON.stringify({
      extends: join(root, "tsconfig.json"),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        stripInternal: true,
        noCheck: true,
        rootDir: root,
        outDir,
        paths,
        typeRoots: [join(root, "node_modules")],
      },
      files: [entry, ...ambient.map((file) => join(root, file))],
      include: [],
    }),
  );
  const compiler = Bun.spawn([join(root, "node_modules/.bin/tsc"), "-p", project], {
    cwd: root,
    stdout: "pipe",
    stderr: "inherit",
  });
  const said = await new Response(compiler.stdout).text();
  if ((await compiler.exited) !== 0) throw new Error(`The compiler failed:\n${said}`);
}

interface Kept extends DeclarationPlaces {
  readonly scratch: string;
  readonly sources: ReadonlyMap<string, string>;
}

/** Copies what the entry leads to, each file with imports of its neighbours. */
async function keepReachable({ root, entry, target, scratch, sources }: Kept): Promise<void> {
  const declared = (source: string): string => relative(root, source).replace(/\.ts$/, ".d.ts");
  const first = declared(entry);
  const wanted = new Set([first]);
  for (const file of wanted) {
    const text = await Bun.file(join(scratch, file)).text();
    const rewritten = text.replaceAll(SPECIFIER, (specifier) => {
      if (OUTSIDE.test(specifier)) return specifier;
      const source = sources.get(specifier) ?? join(root, dirname(file), specifier);
      const wantedFile = declared(source);
      wanted.add(wantedFile);
      const path = relative(dirname(file), wantedFile).replace(/\.d\.ts$/, ".js");
      return path.startsWith(".") ? path : `./${path}`;
    });
    await Bun.write(join(target, file), rewritten);
  }
  const from = `./${first.replace(/\.d\.ts$/, ".js")}`;
  await Bun.write(join(target, "index.d.ts"), `export * from ${JSON.stringify(from)};\n`);
}
