// Builds what is shipped: `dist/omp`, one compiled binary, and `dist/npm`, a package whose `#!/bin/sh`
// bin runs the same bundle on the Bun that npm installed. Neither reads a .env or bunfig.toml of the
// directory it is started in.
import { chmod, cp, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";

const root = join(import.meta.dir, "..");
const dist = join(root, "dist");
const entry = join(root, "packages/coding-agent/src/main.ts");

/** Fails the build with the bundler's own messages. */
async function bundle(title: string, config: Bun.BuildConfig): Promise<void> {
  const started = performance.now();
  const result = await Bun.build({
    target: "bun",
    format: "esm",
    minify: true,
    splitting: true,
    ...config,
  });
  if (!result.success) throw new AggregateError(result.logs, `${title}: the bundler failed`);
  console.log(`${title} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
}

async function buildBinary(): Promise<void> {
  await bundle("dist/omp", {
    entrypoints: [entry],
    bytecode: true,
    compile: {
      outfile: join(dist, "omp"),
      autoloadDotenv: false,
      autoloadBunfig: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
    },
  });
}

async function buildPackage(): Promise<void> {
  const target = join(dist, "npm");
  await mkdir(join(target, "bin"), { recursive: true });
  await bundle("dist/npm", {
    entrypoints: [entry],
    outdir: join(target, "lib"),
    naming: "[name].[ext]",
  });
  const own = await Bun.file(join(root, "packages/coding-agent/package.json")).json();
  const { optionalDependencies } = await Bun.file(join(root, "package.json")).json();
  const manifest = {
    name: own.name,
    version: own.version,
    description: own.description,
    license: own.license,
    type: "module",
    bin: { omp: "bin/omp" },
    files: ["bin", "lib"],
    optionalDependencies,
  };
  await Bun.write(join(target, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await cp(join(root, "packages/coding-agent/bin/omp"), join(target, "bin/omp"));
  await chmod(join(target, "bin/omp"), 0o755);
  await cp(join(root, "LICENSE"), join(target, "LICENSE"));
}

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
await buildBinary();
await buildPackage();
