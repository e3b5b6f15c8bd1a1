// Text to and from the clipboard: as an escape sequence for the terminal, or by the system's own programs. It names the programs;
// the caller runs them.

/** What decides which programs are tried. */
export interface ClipboardHost {
  readonly platform: NodeJS.Platform;
  /** Looked at for WAYLAND_DISPLAY, DISPLAY, WSL_DISTRO_NAME and TERMUX_VERSION only. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Runs a program with input; rejects, or reports another code than 0, when it does not work. Ends it when `signal` aborts. */
  readonly run: (
    argv: readonly string[],
    input?: Uint8Array,
    signal?: AbortSignal,
  ) => Promise<{ readonly exitCode: number; readonly stdout: Uint8Array }>;
}

/** Terminals drop longer sequences. */
const MAX_OSC52_BYTES = 74_994;

/**
 * The OSC 52 sequence that puts text on the clipboard of the terminal, also over ssh; undefined when the text is too long for it.
 * Inside tmux the sequence is wrapped so that it reaches the terminal outside.
 */
export function osc52Copy(
  text: string,
  options: { readonly insideTmux?: boolean } = {},
): string | undefined {
  const encoded = Buffer.from(text).toString("base64");
  if (encoded.length > MAX_OSC52_BYTES) return undefined;
  const sequence = `\x1b]52;c;${encoded}\x07`;
  return options.insideTmux
    ? `\x1bPtmux;${sequence.replaceAll("\x1b", "\x1b\x1b")}\x1b\\`
    : sequence;
}

/** Puts text on the clipboard; says which program did it, undefined when none could. */
export async function copyText(
  text: string,
  host: ClipboardHost,
  signal?: AbortSignal,
): Promise<string | undefined> {
  for (const argv of copyCommands(host)) {
    // clip.exe takes UTF-16 for anything beyond ASCII.
    const input =
      argv[0] === "clip.exe" ? Buffer.from(`\uFEFF${text}`, "utf16le") : Buffer.from(text);
    if (await runQuietly(host, argv, { input, signal })) return argv[0];
  }
  return undefined;
}

/** The clipboard's text, undefined when it has none or no program could read it. */
export async function pasteText(
  host: ClipboardHost,
  signal?: AbortSignal,
): Promise<string | undefined> {
  for (const argv of pasteCommands(host)) {
    const output = await runQuietly(host, argv, { signal });
    if (output) return new TextDecoder().decode(output).replaceAll("\r\n", "\n");
  }
  return undefined;
}

/** The clipboard's image as PNG bytes, where a program can give it; macOS and Windows have `Bun.Image.fromClipboard`. */
export async function pasteImage(
  host: ClipboardHost,
  signal?: AbortSignal,
): Promise<Uint8Array | undefined> {
  for (const argv of imageCommands(host)) {
    const output = await runQuietly(host, argv, { signal });
    if (output && output.length > 0) return output;
  }
  return undefined;
}

async function runQuietly(
  host: ClipboardHost,
  argv: readonly string[],
  { input, signal }: { input?: Uint8Array; signal: AbortSignal | undefined },
): Promise<Uint8Array | undefined> {
  signal?.throwIfAborted();
  try {
    const { exitCode, stdout } = await host.run(argv, input, signal);
    return exitCode === 0 ? stdout : undefined;
  } catch {
    signal?.throwIfAborted();
    return undefined; // Not installed: the next one is tried.
  }
}

function copyCommands({ platform, env }: ClipboardHost): string[][] {
  if (platform === "darwin") return [["pbcopy"]];
  if (platform === "win32") return [["clip.exe"]];
  return [
    ...(env["TERMUX_VERSION"] ? [["termux-clipboard-set"]] : []),
    ...(env["WAYLAND_DISPLAY"] ? [["wl-copy"]] : []),
    ...(env["DISPLAY"]
      ? [
          ["xclip", "-selection", "clipboard", "-in"],
          ["xsel", "--clipboard", "--input"],
        ]
      : []),
    ...(env["WSL_DISTRO_NAME"] ? [["clip.exe"]] : []),
  ];
}

function pasteCommands({ platform, env }: ClipboardHost): string[][] {
  const powershell = [
    "powershell.exe",
    "-NoProfile",
    "-Command",
    "[Console]::OutputEncoding=[Text.Encoding]::UTF8; Get-Clipboard -Raw",
  ];
  if (platform === "darwin") return [["pbpaste"]];
  if (platform === "win32") return [powershell];
  return [
    ...(env["TERMUX_VERSION"] ? [["termux-clipboard-get"]] : []),
    ...(env["WAYLAND_DISPLAY"] ? [["wl-paste", "--no-newline"]] : []),
    ...(env["DISPLAY"]
      ? [
          ["xclip", "-selection", "clipboard", "-out"],
          ["xsel", "--clipboard", "--output"],
        ]
      : []),
    ...(env["WSL_DISTRO_NAME"] ? [powershell] : []),
  ];
}

function imageCommands({ platform, env }: ClipboardHost): string[][] {
  if (platform !== "linux") return [];
  return [
    ...(env["WAYLAND_DISPLAY"] ? [["wl-paste", "--type", "image/png"]] : []),
    ...(env["DISPLAY"]
      ? [["xclip", "-selection", "clipboard", "-target", "image/png", "-out"]]
      : []),
  ];
}
