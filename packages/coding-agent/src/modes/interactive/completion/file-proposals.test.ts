// Contract: what files are there is remembered for a moment, and forgotten as soon as one of our tools has changed them.
import { expect, test } from "bun:test";
import { ScanCache } from "@oh-my-pi/pi-natives/scan-cache";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { openLiveSession } from "../../../testing/live-session.ts";
import { FileProposals } from "./file-proposals.ts";
import { scanCacheOptionsFrom } from "./scan-cache-options.ts";

const rename = { ops: [{ pat: "foo($A)", out: "bar($A)" }], paths: ["code.ts"] };

/** Calls of one answer after the other, and the files that are proposed then. */
const CHANGES: readonly [
  what: string,
  calls: [string, object][],
  query: string,
  files: string[],
][] = [
  ["write", [["write", { path: "written.md", content: "x\n" }]], "writ", ["written.md"]],
  [
    "edit",
    [["edit", { input: "*** Begin Patch\n*** Add File: added.md\n+x\n*** End Patch" }]],
    "adde",
    ["added.md"],
  ],
  ["bash", [["bash", { command: "touch touched.md; rm written.md" }]], "touc", ["touched.md"]],
  ["bash, for what is gone", [["bash", { command: "rm touched.md" }]], "touc", []],
  [
    "ast_edit",
    [
      ["ast_edit", rename],
      ["resolve", { action: "apply", reason: "r" }],
    ],
    "code",
    ["code.ts"],
  ],
];

test("a listing is forgotten after every tool that changes files, whatever its age", async () => {
  await using live = await openLiveSession({ values: { edit: { mode: "apply_patch" } } });
  live.workspace.write({ "old.md": "", "code.ts": "foo(1);\n" });
  const cache = new ScanCache({ now: () => 0 }); // Nothing grows old here.
  const files = new FileProposals(() => live.workspace.path, undefined, cache);
  const proposed = async (query: string): Promise<string[]> =>
    (await files.matching(query, new AbortController().signal)).map(({ label }) => label);
  const { session } = live.current;
  await proposed("old");
  live.workspace.write({ "unseen.md": "" });
  expect(await proposed("unseen")).toEqual([]);

  files.follow(session);
  for (const [what, calls, query, expected] of CHANGES) {
    for (const [name, args] of calls) live.models.script(reply(toolCall(name, args)));
    live.models.script(reply(text("done")));
    await proposed("old");
    expect(cache.size).toBe(1);
    let leastSize = 1;
    const unwatch = session.on(() => void (leastSize = Math.min(leastSize, cache.size)));
    await session.prompt("go");
    unwatch();
    expect([what, leastSize, await proposed(query)]).toEqual([what, 0, expected]);
  }
  expect(await Bun.file(live.workspace.at("code.ts")).text()).toBe("bar(1);\n");
  expect(await proposed("unseen")).toEqual(["unseen.md"]);
});

test.each([
  [{}, {}],
  [
    {
      FS_SCAN_CACHE_TTL_MS: "0",
      FS_SCAN_EMPTY_RECHECK_MS: " 50 ",
      FS_SCAN_CACHE_MAX_ENTRIES: "4",
    },
    { ttlMs: 0, emptyRecheckMs: 50, maxEntries: 4 },
  ],
  [{ FS_SCAN_CACHE_TTL_MS: "soon", FS_SCAN_CACHE_MAX_ENTRIES: "-1" }, {}],
])("the environment %p means %p", (env, options) => {
  expect(scanCacheOptionsFrom(env)).toEqual(options);
});
