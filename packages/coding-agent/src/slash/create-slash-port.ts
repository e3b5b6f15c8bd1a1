// What commands reach, put together from the sessions of a face and what that face can do.
import type { Host } from "../platform/host.ts";
import type { BackgroundJobs } from "../services/jobs/background-jobs.ts";
import type { CurrentSession } from "../session/session-holder.ts";
import type { Settings } from "../settings/settings.ts";
import { listCommands } from "./list-commands.ts";
import type { SlashPort } from "./slash-command.ts";

/** What belongs to the current session beside itself. */
export interface SlashHolding {
  readonly settings: Settings;
  readonly trust: { readonly isTrusted: boolean };
  /** Takes the secrets that are known out of a text. */
  readonly hide: (text: string) => string;
  readonly shell: { readonly jobs: BackgroundJobs };
}

/** The sessions of a face. */
export interface SlashSessions extends CurrentSession {
  readonly held: SlashHolding;
}

/** What the face itself can do; a face of plain text can reply. */
export type SlashFace = Pick<SlashPort, "reply"> &
  Partial<
    Pick<SlashPort, "openScreen" | "dialogs" | "copy" | "keys" | "redraw" | "leave" | "background">
  >;

/** The port for one command. */
export function createSlashPort(sessions: SlashSessions, host: Host, face: SlashFace): SlashPort {
  const { settings, trust, shell, hide } = sessions.held;
  const port: SlashPort = {
    openScreen: () => false,
    dialogs: undefined,
    copy: undefined,
    keys: () => [],
    redraw: () => {},
    leave: () => {},
    background: undefined,
    ...face,
    sessions,
    settings,
    host,
    isProjectTrusted: trust.isTrusted,
    hide,
    jobs: shell.jobs,
    commands: () => listCommands({ ...port, cwd: sessions.current.log.header.cwd }),
  };
  return port;
}
