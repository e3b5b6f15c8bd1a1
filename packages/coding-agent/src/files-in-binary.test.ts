// The file tools inside the shipped binary: their heavy parts are found, their settings reach them.
import { expect, test } from "bun:test";
import { reply, text, toolCall } from "@oh-my-pi/pi-testkit/llm";
import { createOmp } from "./testing/omp-process.ts";
import { docx, pdf } from "./testing/sample-documents.ts";

const fake = ["--model", "fake/m"];

test("documents, archives, edits and internal addresses work as they do from source", async () => {
  await using omp = createOmp();
  omp.workspace.write({ "a.pdf": pdf("Hello PDF"), "a.docx": docx, "t.txt": "one\ntwo\n" });
  omp.models.script(
    reply([
      toolCall("read", { path: "a.pdf" }),
      toolCall("read", { path: "a.docx" }),
      toolCall("read", { path: "omp://glossary.md:1-1" }),
      toolCall("read", { path: "t.txt" }),
    ]),
    reply([
      toolCall("write", { path: "z.zip:in/x.txt", content: "packed" }),
      toolCall("write", { path: "local://plan.md", content: "plan" }),
      toolCall("edit", { input: "¶t.txt\nEOF↑three" }),
    ]),
    reply(toolCall("read", { path: "z.zip:in/x.txt" })),
    reply(text("Done.")),
  );
  expect(await omp.run([...fake, "-p", "go"])).toMatchObject({ exitCode: 0, stdout: "Done.\n" });
  const last = omp.models.requests.at(-1)?.body ?? "";
  for (const part of [
    "Hello PDF",
    "First & last",
    "# Glossary",
    "bytes to local://plan.md",
    "packed",
  ])
    expect(last).toContain(part);
  expect(omp.workspace.read("t.txt")).toContain("three");
});

test("PI_EDIT_VARIANT chooses the form of edit, and reads drop their anchors", async () => {
  await using omp = createOmp();
  omp.workspace.write({ "t.txt": "one\ntwo\n" });
  omp.models.script(
    reply(toolCall("read", { path: "t.txt" })),
    reply(toolCall("edit", { path: "t.txt", edits: [{ old_text: "two", new_text: "TWO" }] })),
    reply(text("Done.")),
  );
  const run = await omp.run([...fake, "-p", "go"], { env: { PI_EDIT_VARIANT: "replace" } });
  expect(run.exitCode).toBe(0);
  expect(omp.workspace.read("t.txt")).toBe("one\nTWO\n");
  expect(omp.models.requests[1]?.body).not.toContain("¶t.txt");
});
