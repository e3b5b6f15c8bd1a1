// The fake model server by itself: `serve.ts script.json [--loop] [--port N]` prints its URL and answers
// from the script until it is stopped.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { startFakeModels } from "./fake-models.ts";
import { readScript, type ServeScript } from "./serve-script.ts";

const usage = "usage: serve.ts <script.json> [--loop] [--port N]";

function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { loop: { type: "boolean", default: false }, port: { type: "string", default: "0" } },
  });
  const [path, ...rest] = positionals;
  const port = Number(values.port);
  if (path === undefined || rest.length > 0) throw new Error("give one script file");
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`--port ${values.port} is not a port number`);
  }
  return { path, port, isLooping: values.loop };
}

function load(path: string): ServeScript {
  try {
    return readScript(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    throw new Error(`${path}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

function main(): void {
  const { path, port, isLooping } = readArguments(process.argv.slice(2));
  const script = load(path);
  const server = startFakeModels({ port, isLooping });
  for (const [pattern, answer] of script.routes)
    server.route(pattern, answer, { isOptional: true });
  server.script(...script.replies);
  process.stdout.write(`${server.url}\n`);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(0));
}

try {
  main();
} catch (error) {
  process.stderr.write(
    `fake models: ${error instanceof Error ? error.message : String(error)}\n${usage}\n`,
  );
  process.exit(2);
}
