// Pictures get into a message by the clipboard's own program and by a path that is pasted; the model gets their bytes.
import { describe, expect } from "bun:test";
import { reply, text } from "@oh-my-pi/pi-testkit/llm";
import { requireTool, skipUnless } from "@oh-my-pi/pi-testkit/require";
import { chmodSync, readFileSync } from "node:fs";
import { createOmp, type OmpProcess, writeModelsFile } from "../../testing/omp-process.ts";
import { openTerminal, say } from "../../testing/omp-terminal.ts";

const test = skipUnless(requireTool("tmux"));
/** Many keys and waits, on a machine that may be busy. */
const PATIENCE_MS = 30_000;
/** One red pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

function createSeeing(): OmpProcess {
  const omp = createOmp();
  writeModelsFile(omp.workspace, omp.models.url, "anthropic-messages", ["text", "image"]);
  return omp;
}

/** A program that gives the picture when it is asked for one, and writes down how it was called. */
function clipboardProgram(omp: OmpProcess, name: string): string {
  omp.workspace.write({
    "pixel.png": PNG,
    [`bin/${name}`]: `#!/bin/sh\necho "$0 $*" >> "${omp.workspace.at("calls")}"\ncase "$*" in *image/png*) exec cat "${omp.workspace.at("pixel.png")}";; esac\nexit 1\n`,
  });
  chmodSync(omp.workspace.at(`bin/${name}`), 0o755);
  return `${omp.workspace.at("bin")}:${process.env["PATH"]}`;
}

const sentImage = (omp: OmpProcess): boolean =>
  String(omp.models.requests.at(-1)?.body).includes(PNG.toString("base64"));

describe("pictures", () => {
  for (const [program, display] of [
    ["wl-paste", "WAYLAND_DISPLAY"],
    ["xclip", "DISPLAY"],
  ] as const) {
    test(
      `Ctrl+V takes the picture that ${program} gives`,
      async () => {
        await using omp = createSeeing();
        omp.models.script(reply(text("A red pixel.")));
        const path = clipboardProgram(omp, program);
        await using terminal = await openTerminal(omp, {
          env: { PATH: path, [display]: "none" },
        });
        await terminal.press("C-v");
        await terminal.waitFor("1 picture attached");
        await say(terminal, "what is it?");
        const screen = await terminal.waitFor("A red pixel.");
        expect(screen).toContain("[1 picture]");
        expect(screen).not.toContain("attached");
        expect(readFileSync(omp.workspace.at("calls"), "utf8")).toContain("image/png");
        expect(sentImage(omp)).toBe(true);
      },
      PATIENCE_MS,
    );
  }

  test(
    "a pasted path of a picture attaches it, Ctrl+C drops it, any other path is text",
    async () => {
      await using omp = createSeeing();
      omp.models.script(reply(text("Seen.")), reply(text("Read.")));
      omp.workspace.write({ "my pixel.png": PNG, "notes.png": "no picture at all" });
      await using terminal = await openTerminal(omp);
      await terminal.paste(omp.workspace.at("my\\ pixel.png"));
      await terminal.waitFor("1 picture attached");
      await terminal.press("C-c");
      await terminal.waitFor((screen) => !screen.includes("attached"));
      await terminal.paste(`'${omp.workspace.at("my pixel.png")}'`);
      await terminal.waitFor("1 picture attached");
      await say(terminal, "look");
      await terminal.waitFor("Seen.");
      expect(sentImage(omp)).toBe(true);
      await terminal.paste(omp.workspace.at("notes.png"));
      await terminal.waitFor((screen) => screen.includes("notes.png"));
      await terminal.press("Enter");
      await terminal.waitFor("Read.");
      expect(String(omp.models.requests.at(-1)?.body)).toContain("notes.png");
    },
    PATIENCE_MS,
  );
});
