// Every name that the documents of the described package promise, with its state: exported and shown to work by the named
// test, or absent because its subject is. A subject that gets built turns its line red.
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as exported from "./index.ts";

const source = import.meta.dir;

const MODES = "sdk/modes.test.ts";
const SERVICES = "sdk/services.test.ts";
const STORAGE = "sdk/session-storage.test.ts";
const EMBEDDING = "embedding.test.ts";

/** Exported values and the test that shows each at work. */
const HERE: Readonly<Record<string, string>> = {
  createAgentSession: EMBEDDING,
  SessionManager: EMBEDDING,
  main: MODES,
  runPrintMode: MODES,
  runRpcMode: MODES,
  InteractiveMode: MODES,
  RpcClient: "modes/rpc/rpc-client.test.ts",
  Settings: SERVICES,
  FileSessionStorage: STORAGE,
  MemorySessionStorage: STORAGE,
  buildSessionContext: STORAGE,
  loadEntriesFromFile: STORAGE,
  getRecentSessions: STORAGE,
  findMostRecentSession: STORAGE,
  ModelRegistry: SERVICES,
  discoverAuthStorage: SERVICES,
  discoverContextFiles: SERVICES,
  discoverSlashCommands: SERVICES,
  createTools: SERVICES,
  ReadTool: SERVICES,
  WriteTool: SERVICES,
  EditTool: SERVICES,
  BashTool: SERVICES,
  FindTool: SERVICES,
  GrepTool: SERVICES,
  initTheme: SERVICES,
};

/** Exported types and classes that others make; a declaration of each stands in the entry. */
const TYPES = [
  "AgentSession",
  "AuthStorage",
  "CreateAgentSessionOptions",
  "CreateAgentSessionResult",
  "CustomTool",
  "PromptOptions",
  "RpcInput",
  "RpcOutput",
  "RpcResponse",
  "SessionEntry",
  "SessionEvent",
  "SessionHeader",
  "SessionStorage",
  "SessionStorageWriter",
  "Theme",
];

/** Names whose subject is not there, by the folder or file that it would have. */
const ABSENT: Readonly<Record<string, readonly string[]>> = {
  extensions: [
    "discoverExtensions",
    "discoverAndLoadExtensions",
    "discoverAndLoadCustomTools",
    "loadCustomTools",
    "ExtensionAPI",
    "ExtensionContext",
    "HookAPI",
    "CustomToolFactory",
    "CustomToolAPI",
    "CustomCommand",
  ],
  "services/mcp": ["discoverMCPServers", "discoverAndLoadMCPTools", "MCPManager"],
  "services/lsp": ["discoverStartupLspServers"],
  "services/skills": ["discoverSkills", "loadSkills", "Skill"],
  "discovery/prompt-templates": ["discoverPromptTemplates"],
  "discovery/workspace-tree": ["buildWorkspaceTree"],
  "tools/eval": ["PythonTool"],
};

describe("documented exports", () => {
  test.each(Object.entries(HERE))("%s is exported and shown by %s", (name, shownBy) => {
    expect(exported).toHaveProperty(name);
    expect(readFileSync(join(source, shownBy), "utf8")).toContain(name);
  });

  test.each(TYPES)("%s is declared", (name) => {
    expect(readFileSync(join(source, "index.ts"), "utf8")).toMatch(new RegExp(`\\b${name}\\b`));
  });

  test.each(Object.entries(ABSENT))("without %s there is none of %j", (subject, names) => {
    expect(existsSync(join(source, subject))).toBe(false);
    for (const name of names) expect(exported).not.toHaveProperty(name);
  });
});

test("loading the entry loads no session, no face, no terminal library, no protocol of editors", () => {
  const files = eagerFiles(join(source, "index.ts"));
  const heavy =
    /packages\/tui\/|modes\/(?!rpc\/rpc-client|interactive\/settings)|cli\/|highlight|clientprotocol|slash\/commands\/|src\/assemble\.ts/;
  expect(files.length).toBeGreaterThan(50);
  expect(files.length).toBeLessThan(160);
  expect(files.filter((file) => heavy.test(file))).toEqual([]);
});

/** Everything that importing a file runs, as far as it is ours. */
function eagerFiles(entry: string): string[] {
  const transpiler = new Bun.Transpiler({ loader: "ts" });
  const seen = new Set([entry]);
  for (const file of seen) {
    if (!file.endsWith(".ts")) continue;
    for (const { kind, path } of transpiler.scanImports(readFileSync(file, "utf8"))) {
      const isOurs = path.startsWith(".") || path.startsWith("@oh-my-pi/");
      if (isOurs && kind === "import-statement") seen.add(Bun.resolveSync(path, dirname(file)));
    }
  }
  return [...seen];
}
