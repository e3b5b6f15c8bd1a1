// Builds what is shipped: `dist/omp`, one compiled binary, and `dist/npm`, a package whose `#!/bin/sh`
// bin runs the same bundle on the Bun that npm installed. Neither reads a .env or bunfig.toml of the
// directory it is started in.
import { chmod, cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { embedFiles } from "./embed-files.ts";
import { emitDeclarations } from "./emit-declarations.ts";

const root = join(import.meta.dir, "..");
const dist = join(root, "dist");
const entry = join(root, "packages/coding-agent/src/main.ts");
/** What programs import. */
const library = join(root, "packages/coding-agent/src/index.ts");

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
const embedded = await embedFiles(join(dist, "embedded"));

/** Fails the build with the bundler's own messages. */
async function bundle(title: string, config: Bun.BuildConfig): Promise<void> {
  const started = performance.now();
  const result = await Bun.build({
    target: "bun",
    format: "esm",
    minify: true,
    splitting: true,
    plugins: [embedded.plugin],
    ...config,
  });
  if (!result.success) throw new AggregateError(result.logs, `${title}: the bundler failed`);
  console.log(`${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}

const outfile = join(dist, "omp");

/** Compiles the binary; a profile puts the code that a start runs to the front of it. */
async function buildBinary(title: string, bytecodeOrder?: string): Promise<void> {
  await bundle(title, {
    entrypoints: [entry],
    bytecode: true,
    compile: {
      outfile,
      // Code of the start runs once and is not worth compiling; main.ts goes back to 1 when work begins.
      jitPolicy: 8,
      autoloadDotenv: false,
      autoloadBunfig: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
      ...(bytecodeOrder !== undefined && { bytecodeOrder }),
    },
  });
}

/** Runs the binary up to its first request, at a port where nobody listens, and records what it used. */
async function recordProfile(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), "omp-profile-"));
  try {
    const model = { id: "m", name: "m", contextWindow: 200_000, maxTokens: 8000 };
    const provider = {
      baseUrl: "http://127.0.0.1:9",
      api: "anthropic-messages",
      apiKey: "k",
      models: [model],
    };
    await Bun.write(join(home, "models.yml"), JSON.stringify({ providers: { profile: provider } }));
    const profile = join(dist, "start.order");
    const env = {
      PATH: process.env["PATH"] ?? "",
      HOME: home,
      PI_CODING_AGENT_DIR: home,
      BUN_BYTECODE_ORDER_OUT: profile,
    };
    const command = [outfile, "--model", "profile/m", "--no-session", "-p", "hello"];
    await Bun.spawn(command, {
      cwd: home,
      env,
      stdin: "ignore",
      stdout: "ignore",
      stderr: "ignore",
    }).exited;
    return profile;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function buildPackage(): Promise<void> {
  const target = join(dist, "npm");
  await mkdir(join(target, "bin"), { recursive: true });
  await bundle("dist/npm", {
    entrypoints: [entry, library],
    outdir: join(target, "lib"),
    naming: "[name].[ext]",
  });
  const started = performance.now();
  await emitDeclarations({ root, entry: library, target: join(target, "types") });
  console.log(`dist/npm/types (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  const own = await Bun.file(join(root, "packages/coding-agent/package.json")).json();
  const { optionalDependencies } = await Bun.file(join(root, "package.json")).json();
  const manifest = {
    name: own.name,
    version: own.version,
    description: own.description,
    license: own.license,
    type: "module",
    bin: { omp: "bin/omp" },
    exports: { ".": { types: "./types/index.d.ts", default: "./lib/index.js" } },
    files: ["bin", "lib", "types"],
    // Schemas of a program's own tools are made with it, and the types are written in it.
    dependencies: { zod: own.dependencies.zod },
    optionalDependencies,
  };
  // Taken instead of one in the directory where omp is started, whose `paths` could replace our modules.
  await Bun.write(join(target, "lib/tsconfig.json"), "{}\n");
  await Bun.write(join(target, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await cp(join(root, "packages/coding-agent/bin/omp"), join(target, "bin/omp"));
  await chmod(join(target, "bin/omp"), 0o755);
  await cp(join(root, "LICENSE"), join(target, "LICENSE"));
}

console.log(`embedded files: ${(embedded.bytes / 1e6).toFixed(1)} MB`);
await buildBinary("dist/omp, to be profiled");
const profile = await recordProfile();
await buildBinary("dist/omp", profile);
await rm(profile, { force: true });
await buildPackage();
await rm(join(dist, "embedded"), { recursive: true, force: true });
