// What actions, screens and slash commands may reach of the running terminal.
import type { Component } from "@oh-my-pi/pi-tui/component";
import type { Editor } from "@oh-my-pi/pi-tui/editor";
import type { Keymap } from "@oh-my-pi/pi-tui/keymap";
import type { Tui } from "@oh-my-pi/pi-tui/tui";
import type { FaceSessions } from "./face-sessions.ts";
import type { Machine } from "./machine.ts";
import type { Looks } from "./theming/looks.ts";
import type { NoticeItem } from "./state/item.ts";
import type { Intent } from "./state/reduce-ui.ts";
import type { UiState } from "./state/ui-state.ts";

/** Something that takes the place of the editor for a while. */
export interface Dialog {
  readonly component: Component;
  /** What has the keys in it. */
  readonly focus: Component;
}

/** Builds a dialog; `done` ends it, with a value or without one. */
export type DialogBuilder<Value> = (done: (value?: Value) => void) => Dialog;

export interface Face {
  readonly sessions: FaceSessions;
  readonly machine: Machine;
  readonly tui: Tui;
  readonly editor: Editor;
  readonly keymap: Keymap;
  readonly looks: Looks;
  readonly state: UiState;
  dispatch(intent: Intent): void;
  notice(tone: NoticeItem["tone"], text: string): void;
  /** Shows a dialog until it is done or the signal fires; undefined when no value came out of it. */
  show<Value>(build: DialogBuilder<Value>, signal?: AbortSignal): Promise<Value | undefined>;
  /** Draws everything in the looks that settings ask for, or in those of another theme, to try it. */
  restyle(theme?: string): Promise<void>;
  /** Opens the screen of this name; false when there is none. */
  openScreen(name: string, argument?: string): boolean;
  /** Does with a text what Enter does. */
  submit(text: string): void;
  /** Gives the terminal away while something else uses it, then takes it back; what goes wrong is told. */
  outside(work: () => Promise<void>): Promise<void>;
  /** Ends the face: what runs is stopped, or goes on to its end without it. */
  leave(when?: "now" | "afterRun"): void;
}
