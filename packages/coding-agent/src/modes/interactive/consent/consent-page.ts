// The same question before there is a conversation: a page of its own that leaves nothing behind on the terminal.
import { detectCapabilities } from "@oh-my-pi/pi-tui/capabilities";
import type { Terminal } from "@oh-my-pi/pi-tui/terminal";
import { Tui } from "@oh-my-pi/pi-tui/tui";
import { join } from "node:path";
import type { Host } from "../../../platform/host.ts";
import type { Settings } from "../../../settings/settings.ts";
import type { ConsentScreen, TrustAnswer } from "../../../trust/consent-screen.ts";
import { createKeys } from "../keys.ts";
import { StyleDesk } from "../theming/style-desk.ts";
import { ThemeStore } from "../theming/theme-store.ts";
import { consentDialog } from "./consent-dialog.ts";

export interface ConsentPage {
  readonly terminal: Terminal;
  readonly host: Pick<Host, "env">;
  readonly agentDir: string;
  /** The user's own; nothing of the project is in them. */
  readonly settings: Settings;
}

/** Asks on the whole terminal. */
export async function askOnPage(
  { terminal, host, agentDir, settings }: ConsentPage,
  screen: ConsentScreen,
): Promise<TrustAnswer> {
  const capabilities = detectCapabilities(host.env);
  const store = new ThemeStore(join(agentDir, "themes"));
  const { looks } = await new StyleDesk(store, () => settings, capabilities).style();
  const { keymap } = createKeys(join(agentDir, "keybindings.json"));
  const { promise, resolve } = Promise.withResolvers<TrustAnswer>();
  const tui = new Tui({
    terminal,
    resize: capabilities.resize,
    onInput: (event) => {
      const isLeaving = event.type === "key" && ["ctrl+c", "ctrl+d"].includes(event.chord);
      if (isLeaving) resolve(screen.defaultAnswer);
      return isLeaving;
    },
  });
  const { component, focus } = consentDialog({ keymap, looks }, screen, resolve);
  tui.chrome.set([component]);
  tui.focus(focus);
  tui.start();
  try {
    return await promise;
  } finally {
    tui.chrome.set([]);
    await tui.stop();
  }
}
