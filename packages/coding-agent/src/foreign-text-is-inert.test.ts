// G13: whatever a model, a tool, a file or a server says, a terminal obeys none of it. The answers below are printed by
// the real binary into a real terminal; programs at a pipe get the text as it is.
import { describe, expect, test } from "bun:test";
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { reply, text } from "@oh-my-pi/pi-testkit/llm";
import { writeSessionHtml } from "./session/export/write-session-html.ts";
import { builtBinary, createOmp, type OmpProcess } from "./testing/omp-process.ts";

const INJECTIONS: readonly [name: string, text: string][] = [
  ["a title", "\u001b]0;owned\u0007"],
  ["the clipboard", "\u001b]52;c;b3duZWQ=\u0007"],
  ["a clear screen", "\u001b[2J\u001b[H"],
  ["colours that stay", "\u001b[31;5m"],
  ["a link that lies", "\u001b]8;;http://evil\u0007text\u001b]8;;\u0007"],
  ["an answer that the terminal types", '\u001b[6n\u001b[c\u001bP$q"p\u001b\\'],
  ["one-byte controls", "\u009b2J\u009d0;owned\u009c"],
  ["a carriage return over a line", "safe\rEVIL"],
  ["backspaces", "rm\b\bls"],
  ["another screen", "\u001b[?1049h\u001b[?1000h"],
  ["a terminal reset", "\u001bc"],
  ["text that runs backwards", "\u202Egnp.exe"],
  ["characters of no width", "a\u200Bb\u2060c\uFEFFd"],
  ["isolates", "\u2066\u2067x\u2069"],
  ["tags", "\u{E0041}\u{E0042}"],
  ["a bell and a null", "\u0007\u0000"],
];
/** Everything that a terminal would obey or hide; a line end is the terminal's own CR LF. */
const OBEYED =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2060\u2066-\u2069\u200b\ufeff]|\r(?!\n)/u;

async function printedInTerminal({ workspace }: OmpProcess): Promise<string> {
  const decoder = new TextDecoder();
  let shown = "";
  const terminal = new Bun.Terminal({
    cols: 200,
    rows: 50,
    data: (_, bytes) => void (shown += decoder.decode(bytes, { stream: true })),
  });
  const child = Bun.spawn([builtBinary(), "--model", "fake/m", "-p", "hi"], {
    cwd: workspace.path,
    env: workspace.env(),
    terminal,
  });
  await child.exited;
  // What was written last may come after the end.
  await eventually(() => shown.includes(" after"));
  terminal.close();
  return shown;
}

describe("an answer with", () => {
  for (const [name, injection] of INJECTIONS)
    test(`${name}: seen in a terminal, not obeyed`, async () => {
      await using omp = createOmp();
      omp.models.script(reply(text(`before ${injection} after`)));
      const shown = await printedInTerminal(omp);
      expect(shown).toContain("before ");
      expect(shown).toContain(" after");
      expect(shown).not.toMatch(OBEYED);
    });

  test("anything goes to a program as it is", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text("a\u001b[31mb")));
    expect((await omp.run(["--model", "fake/m", "-p", "hi"])).stdout).toBe("a\u001b[31mb\n");
  });

  test("anything is JSON over RPC and JSON mode: no control character leaves", async () => {
    await using omp = createOmp();
    omp.models.script(reply(text(INJECTIONS.map(([, injection]) => injection).join(" "))));
    const { stdout } = await omp.run(["--model", "fake/m", "--mode", "json", "-p", "hi"]);
    expect(stdout).toContain("owned");
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });

  test("markup is text in a page", async () => {
    await using omp = createOmp();
    const path = omp.workspace.at("page.html");
    const evil = `<script>alert(1)</script><img src=x onerror=alert(1)>`;
    const header = {
      type: "session",
      version: 3,
      id: "1",
      timestamp: "",
      cwd: evil,
      title: evil,
    } as const;
    const content = [{ type: "text" as const, text: evil }];
    const messages = [
      { role: "user" as const, content, attribution: "user" as const, timestamp: 0 },
    ];
    await writeSessionHtml(path, { header, messages, tools: [], systemPrompt: evil });
    const html = omp.workspace.read("page.html");
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("<img src=x");
  });
});
