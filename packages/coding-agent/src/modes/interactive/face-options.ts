// What the terminal face is made from.
import type { UserMessage } from "@oh-my-pi/pi-ai/message";
import type { Capabilities } from "@oh-my-pi/pi-tui/capabilities";
import type { Terminal } from "@oh-my-pi/pi-tui/terminal";
import type { Host } from "../../platform/host.ts";
import type { ConsentDesk } from "../../trust/consent-desk.ts";
import type { StyleDesk } from "./theming/style-desk.ts";
import type { FaceSessions } from "./face-sessions.ts";
import type { Machine } from "./machine.ts";
import type { Keys } from "./keys.ts";
import type { ViewKit } from "./views/view-kit.ts";

export interface FaceOptions {
  readonly sessions: FaceSessions;
  readonly terminal: Terminal;
  readonly capabilities: Capabilities;
  readonly styles: StyleDesk;
  readonly kit: ViewKit;
  readonly keys: Keys;
  readonly host: Host;
  readonly machine: Machine;
  /** Where questions about projects come from; absent where whoever started omp answers them. */
  readonly consents?: Pick<ConsentDesk, "attend">;
  readonly welcome: string;
  /** Said at once, one after the other. */
  readonly messages: readonly UserMessage["content"][];
  /** Opened at once, to choose a session; whoever chooses none leaves. */
  readonly firstScreen?: string | undefined;
  /** What an empty first prompt stands for, as in the tour. */
  readonly emptyMeans: string | undefined;
  /** Fires when omp is to end. */
  readonly leave: AbortSignal;
}
