// G14: what omp makes for itself below ~/.omp is never written through a link that somebody has put at a place everybody
// knows. The places are found by what a first run leaves; at each a link to a precious file, or to nowhere, is planted.
import { describe, expect, test } from "bun:test";
import { reply, startFakeModels, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import {
  createOmp,
  NO_LOCAL_SERVERS,
  type OmpProcess,
  writeModelsFile,
} from "./testing/omp-process.ts";

/** Files that a person writes: there a link is their choice, and is kept. */
const OF_THE_PERSON = /(?:^|\/)(?:config|models)\.yml$/;
/** Ids, times, hashes and numbers of processes: nobody knows these places before. */
const UNKNOWN = /[0-9a-f]{8}|\d{4}-\d\d-\d\d|--tmp-/;
const PRECIOUS = "precious\n";

/** A session with a call, keys and settings that change, models of servers. */
async function useOmp(omp: OmpProcess): Promise<readonly string[]> {
  const env = { ...NO_LOCAL_SERVERS };
  const said: string[] = [];
  const take = async (args: readonly string[], stdin?: string): Promise<void> => {
    const { stdout, stderr } = await omp.run(args, { env, ...(stdin !== undefined && { stdin }) });
    said.push(stdout + stderr);
  };
  await take(["config", "set", "tools.maxTimeout", "60"]);
  await take(["auth", "add", "openai"], "sk-planted-links-0123456789\n");
  await take(["models", "fake"]);
  await take(["trust", "add", omp.workspace.path]);
  // A run that cannot have its own files says so before it asks a model: then nothing of this is used.
  await using models = startFakeModels({ isLooping: true });
  models.script(
    reply(toolCall("write", { path: "made.txt", content: "made" })),
    reply(text("It is written.")),
  );
  writeModelsFile(omp.workspace, models.url, "anthropic-messages");
  await take(["--model", "fake/m", "--no-title", "-p", "hi"]);
  return said;
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(folder, name), { throwIfNoEntry: false })?.isFile(),
  );

/** Where a first run makes files that somebody could have known before. */
async function knownPlaces(): Promise<readonly string[]> {
  await using omp = createOmp();
  await useOmp(omp);
  return filesBelow(join(omp.workspace.home, ".omp")).filter(
    (name) => !OF_THE_PERSON.test(name) && !UNKNOWN.test(name),
  );
}

describe("a link at a place that omp writes to", () => {
  test("is not followed, whatever the place", async () => {
    const places = await knownPlaces();
    expect(places.length).toBeGreaterThan(3);
    for (const place of places)
      for (const kind of ["a file", "an empty file", "nowhere"]) {
        await using omp = createOmp();
        const target = join(omp.workspace.root, "target");
        const before = kind === "a file" ? PRECIOUS : "";
        if (kind !== "nowhere") writeFileSync(target, before, { mode: 0o644 });
        const link = join(omp.workspace.home, ".omp", place);
        mkdirSync(dirname(link), { recursive: true });
        symlinkSync(target, link);
        const said = await useOmp(omp);
        const told = [place, kind];
        expect([...told, existsSync(target)]).toEqual([...told, kind !== "nowhere"]);
        if (kind !== "nowhere") {
          expect([...told, readFileSync(target, "utf8")]).toEqual([...told, before]);
          expect([...told, statSync(target).mode & 0o777]).toEqual([...told, 0o644]);
        }
        const unclear = said.filter((words) => words.includes("something went wrong inside omp"));
        expect([...told, ...unclear]).toEqual(told);
      }
  }, 120_000);
});
