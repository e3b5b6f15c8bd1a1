// Contract: the right programs are tried in order with the right input, and none being there is no error.
import { describe, expect, test } from "bun:test";
import { copyText, osc52Copy, pasteImage, pasteText, type ClipboardHost } from "./clipboard.ts";

interface FakeHost extends ClipboardHost {
  readonly tried: string[];
  readonly inputs: (Uint8Array | undefined)[];
}

/** A machine on which only `works` does. */
function host(
  platform: NodeJS.Platform,
  env: Record<string, string>,
  works: string | undefined,
  output = "",
): FakeHost {
  const tried: string[] = [];
  const inputs: (Uint8Array | undefined)[] = [];
  const run: ClipboardHost["run"] = async (argv, input) => {
    tried.push(argv.join(" "));
    inputs.push(input);
    if (argv[0] === "xsel") throw new Error("ENOENT");
    return { exitCode: argv[0] === works ? 0 : 1, stdout: Buffer.from(output) };
  };
  return { platform, env, run, tried, inputs };
}

describe("programs", () => {
  test.each<[string, NodeJS.Platform, Record<string, string>, string | undefined, string[]]>([
    ["macOS", "darwin", {}, "pbcopy", ["pbcopy"]],
    ["Wayland first", "linux", { WAYLAND_DISPLAY: "w", DISPLAY: ":0" }, "wl-copy", ["wl-copy"]],
    [
      "X11 when Wayland fails",
      "linux",
      { WAYLAND_DISPLAY: "w", DISPLAY: ":0" },
      "xclip",
      ["wl-copy", "xclip -selection clipboard -in"],
    ],
    ["WSL", "linux", { WSL_DISTRO_NAME: "d" }, "clip.exe", ["clip.exe"]],
    ["Termux", "linux", { TERMUX_VERSION: "1" }, "termux-clipboard-set", ["termux-clipboard-set"]],
    [
      "none works",
      "linux",
      { DISPLAY: ":0" },
      undefined,
      ["xclip -selection clipboard -in", "xsel --clipboard --input"],
    ],
    ["no display", "linux", {}, undefined, []],
  ])("%s", async (_, platform, env, works, tried) => {
    const machine = host(platform, env, works);
    expect(await copyText("text", machine)).toBe(works);
    expect(machine.tried).toEqual(tried);
  });

  test("text goes in as UTF-8, to Windows as UTF-16", async () => {
    const mac = host("darwin", {}, "pbcopy");
    await copyText("ä😀", mac);
    expect(Buffer.from(mac.inputs[0] ?? []).toString()).toBe("ä😀");
    const windows = host("win32", {}, "clip.exe");
    await copyText("ä", windows);
    expect([...(windows.inputs[0] ?? [])]).toEqual([0xff, 0xfe, 0xe4, 0]);
  });

  test("text comes out with plain line ends", async () => {
    expect(await pasteText(host("darwin", {}, "pbpaste", "a\r\nb"))).toBe("a\nb");
    expect(await pasteText(host("linux", {}, undefined))).toBeUndefined();
  });

  test("images come from the display server's program only", async () => {
    expect(await pasteImage(host("linux", { WAYLAND_DISPLAY: "w" }, "wl-paste", "png"))).toEqual(
      Buffer.from("png"),
    );
    expect(await pasteImage(host("linux", { DISPLAY: ":0" }, "xclip", ""))).toBeUndefined();
    expect(await pasteImage(host("darwin", {}, "pbpaste", "x"))).toBeUndefined();
  });
});

describe("OSC 52", () => {
  test("carries the text, whatever is in it", () => {
    const sequence = osc52Copy("a\x07\x1b]b ä") ?? "";
    expect(sequence).toMatch(/^\x1b\]52;c;[A-Za-z0-9+/=]*\x07$/);
    expect(Buffer.from(sequence.slice(7, -1), "base64").toString()).toBe("a\x07\x1b]b ä");
  });

  test("is wrapped for tmux, and refused when too long", () => {
    expect(osc52Copy("x", { insideTmux: true })).toBe("\x1bPtmux;\x1b\x1b]52;c;eA==\x07\x1b\\");
    expect(osc52Copy("x".repeat(60_000))).toBeUndefined();
  });
});
