// The user's file is changed key by key: comments, order and unknown keys survive, a broken file is
// never replaced, and two writers at once lose nothing.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { booleanSetting, numberSetting, recordSetting, stringSetting } from "./setting.ts";
import { loadSettings, type Settings } from "./settings.ts";

const limit = numberSetting("read.defaultLimit", { default: 300, doc: "", project: "free" });
const quiet = booleanSetting("startup.quiet", { default: false, doc: "", project: "free" });
const shell = stringSetting("shellPath", { default: undefined, doc: "", project: "never" });

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "omp-settings-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const file = (name = "config.yml") => join(directory, name);
const load = (projectFiles: string[] = []): Promise<Settings> =>
  loadSettings({
    declared: [limit, quiet, shell],
    globalFile: file(),
    projectFiles: projectFiles.map((path) => ({ path, text: readFileSync(path, "utf8") })),
    overrides: [],
    platform: process.platform,
  });

describe("Settings", () => {
  test("a missing file means defaults; the first change makes a private one", async () => {
    const settings = await load();
    expect(settings.get(limit)).toBe(300);
    await settings.set(limit, 50);
    expect(settings.get(limit)).toBe(50);
    expect(readFileSync(file(), "utf8")).toBe("read:\n  defaultLimit: 50\n");
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect((await load()).get(limit)).toBe(50);
  });

  test("comments, order and unknown keys survive a change and its reset", async () => {
    const before = "# mine\nread:\n  defaultLimit: 10 # small\n  other: 1\nfuture: [1, 2]\n";
    writeFileSync(file(), before);
    const settings = await load();
    await settings.set(quiet, true);
    await settings.set(limit, 20);
    expect(readFileSync(file(), "utf8")).toBe(
      "# mine\nread:\n  defaultLimit: 20 # small\n  other: 1\nfuture: [ 1, 2 ]\nstartup:\n  quiet: true\n",
    );
    await settings.set(quiet, undefined);
    expect(settings.get(quiet)).toBe(false);
    expect(readFileSync(file(), "utf8")).not.toContain("startup");
  });

  test("a broken file is reported with its line and left alone", async () => {
    writeFileSync(file(), "read:\n  defaultLimit: 10\nbroken: [1, 2\nx: 1\n");
    const settings = await load();
    expect(settings.get(limit)).toBe(300);
    expect(settings.notes[0]?.source).toMatch(/config\.yml:\d+$/);
    expect(settings.set(limit, 1)).rejects.toThrow("nothing was changed");
    expect(readFileSync(file(), "utf8")).toContain("broken: [1, 2\n");
  });

  test("a project's file is read after the user's and cannot set what is not its own", async () => {
    writeFileSync(file(), "read: { defaultLimit: 10 }\n");
    writeFileSync(file("project.json"), '{ "read": { "defaultLimit": 5 }, "shellPath": "/x" }');
    const settings = await load([file("project.json")]);
    expect(settings.get(limit)).toBe(5);
    expect(settings.get(shell)).toBeUndefined();
    expect(settings.notes.map((note) => note.key)).toEqual(["shellPath"]);
  });

  test("every note names the line of its key", async () => {
    writeFileSync(
      file(),
      "# mine\nread:\n  # a limit\n  defaultLimit: many\nstartup.quiet: 3\nread2: 1\n",
    );
    writeFileSync(file("project.json"), '{\n  "read": {\n    "defaultLimit": "x"\n  }\n}');
    const { notes } = await load([file("project.json")]);
    expect(notes.map(({ source, key }) => `${source.split("/").at(-1)} ${key}`)).toEqual([
      "config.yml:4 read.defaultLimit",
      "config.yml:5 startup.quiet",
      "config.yml:6 read2",
      "project.json:3 read.defaultLimit",
    ]);
  });

  test("concurrent writers each keep the other's key", async () => {
    const [one, two] = [await load(), await load()];
    await Promise.all([one.set(limit, 7), two.set(quiet, true)]);
    const after = await load();
    expect([after.get(limit), after.get(quiet)]).toEqual([7, true]);
  });

  test("a key and the keys below it live together, in any form", async () => {
    const on = booleanSetting("todo.reminders", { default: true, doc: "", project: "free" });
    const max = numberSetting("todo.reminders.max", { default: 3, doc: "", project: "free" });
    const table = recordSetting("line.options", (value): value is string => Boolean(value), {
      default: {},
      doc: "",
      project: "free",
    });
    const open = () =>
      loadSettings({
        declared: [on, max, table],
        globalFile: file(),
        projectFiles: [],
        overrides: [],
        platform: process.platform,
      });
    const forms = [
      "",
      "todo:\n  reminders: true\n",
      "todo:\n  reminders:\n    max: 1\n",
      "todo.reminders: true\n",
      "todo.reminders.max: 1\n",
      'todo:\n  reminders: true\n  "reminders.max": 1\nline:\n  options:\n    a: x\n',
    ];
    for (const before of forms) {
      writeFileSync(file(), before);
      const settings = await open();
      await settings.set(max, 7);
      await settings.set(on, false);
      await settings.set(table, { b: "y" });
      const after = await open();
      expect([after.get(on), after.get(max), after.get(table)]).toEqual([false, 7, { b: "y" }]);
      expect(after.notes).toEqual([]);
      await after.set(on, undefined);
      expect([after.get(on), after.get(max)]).toEqual([true, 7]);
      await after.set(max, undefined);
      await after.set(table, undefined);
      expect((await open()).get(max)).toBe(3);
      expect(readFileSync(file(), "utf8").trim()).toMatch(/^(\{\})?$/);
    }
  });

  test("an unknown key is answered with the nearest one", async () => {
    expect((await load()).find("read.defaultlimit")).toContain("Did you mean read.defaultLimit?");
  });
});

describe("watching", () => {
  test("a mistake in the file changes nothing until it is put right", async () => {
    writeFileSync(file(), "read: { defaultLimit: 10 }\n");
    const settings = await load();
    const stop = new AbortController();
    settings.watch(stop.signal, () => {});
    writeFileSync(file(), "read: { defaultLimit: [\n");
    await eventually(() => settings.notes.length === 1);
    expect([settings.get(limit), settings.notes[0]?.isGrave]).toEqual([10, true]);
    const first = settings.notes[0]?.source;
    writeFileSync(file(), "read: { defaultLimit: [[\n\n");
    await eventually(() => settings.notes[0]?.source !== first);
    expect(settings.get(limit)).toBe(10);
    writeFileSync(file(), "read: { defaultLimit: 20 }\n");
    await eventually(() => settings.get(limit) === 20);
    expect(settings.notes).toEqual([]);
    stop.abort();
  });

  test("a change, a replacement and a removal of the file hold without a restart", async () => {
    const settings = await load();
    const stop = new AbortController();
    let changes = 0;
    settings.watch(stop.signal, () => void changes++);
    writeFileSync(file(), "read: { defaultLimit: 10 }\n");
    await eventually(() => settings.get(limit) === 10);
    writeFileSync(file("other"), "read: { defaultLimit: 20 }\n");
    renameSync(file("other"), file());
    await eventually(() => settings.get(limit) === 20);
    rmSync(file());
    await eventually(() => settings.get(limit) === 300);
    expect(changes).toBeGreaterThanOrEqual(3);
    stop.abort();
    const seen = changes;
    const other = await load();
    const second = new AbortController();
    const noticed = new Promise<void>((resolve) => other.watch(second.signal, resolve));
    writeFileSync(file(), "read: { defaultLimit: 30 }\n");
    await noticed;
    second.abort();
    expect([changes, settings.get(limit)]).toEqual([seen, 300]);
  });
});
