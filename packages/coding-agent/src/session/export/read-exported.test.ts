// What is read for an export: the path to the wanted entry, and the prompts of every branch.
import { expect, test } from "bun:test";
import { createWorkspace } from "@oh-my-pi/pi-testkit/workspace";
import { readExported } from "./read-exported.ts";
import { sessionHtml } from "./session-html.ts";

const time = "2026-01-02T03:04:05.000Z";
const header = {
  type: "session",
  version: 3,
  id: "s",
  timestamp: time,
  cwd: "/p",
  title: "Two ways",
};
const said = (id: string, parentId: string | null, text: string) => ({
  type: "message",
  id,
  parentId,
  timestamp: time,
  message: { role: "user", content: [{ type: "text", text }], attribution: "user", timestamp: 1 },
});
const entries = [
  said("aaaaaaa1", null, "begin"),
  said("aaaaaaa2", "aaaaaaa1", "left   way"),
  said("aaaaaaa3", "aaaaaaa2", "further left"),
  said("aaaaaaa4", "aaaaaaa1", "kept way"),
];

function read(leafId?: string | null) {
  using folder = createWorkspace();
  const lines = [header, ...entries].map((line) => `${JSON.stringify(line)}\n`);
  folder.write({ "s.jsonl": lines.join("") });
  const wish = leafId === undefined ? {} : { leafId };
  const session = readExported(folder.at("s.jsonl"), { blobs: undefined, ...wish });
  if (session === undefined) throw new Error("no session");
  return session;
}

test.each([
  [undefined, ["begin", "kept way"]],
  ["aaaaaaa3", ["begin", "left way", "further left"]],
  ["aaaaaaa1", ["begin"]],
  [null, []],
])("leaf %p shows %p", (leafId, texts) => {
  const { messages, prompts } = read(leafId);
  expect(messages).toHaveLength(texts.length);
  expect(prompts.filter(({ isShown }) => isShown).map(({ text }) => text)).toEqual(texts);
  expect(prompts.map(({ parentId }) => parentId)).toEqual([
    undefined,
    "aaaaaaa1",
    "aaaaaaa2",
    "aaaaaaa1",
  ]);
});

test("branches stand in the outline of the page; only what is shown is a link", async () => {
  const page = await sessionHtml({ ...read(), tools: [] });
  const [outline = ""] = /<nav>.*<\/nav>/s.exec(page) ?? [];
  expect(outline).toContain("4 prompts, 2 on other branches");
  expect(outline).toContain('<li class="depth-1 aside">left way</li>');
  expect(outline).toContain('<li class="depth-1"><a href="#prompt-aaaaaaa4">kept way</a></li>');
  expect(page).toContain('id="prompt-aaaaaaa4"');
  expect(page).toContain("<title>Two ways</title>");
});
