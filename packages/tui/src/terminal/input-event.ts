/** What arrives from a terminal, as data: keys, pastes, mouse, focus, and answers to questions we asked. */

/** A key. `chord` is its canonical name (`ctrl+shift+p`), `text` what it types, empty when it types nothing. */
export interface KeyEvent {
  readonly type: "key";
  readonly chord: string;
  readonly text: string;
  readonly action: "press" | "repeat" | "release";
}

/** Text that was pasted as one piece; line ends are `\n`. */
export interface PasteEvent {
  readonly type: "paste";
  readonly text: string;
}

/** A mouse action; `column` and `row` count from 0. */
export interface MouseEvent {
  readonly type: "mouse";
  readonly action: "press" | "release" | "move" | "wheel-up" | "wheel-down";
  readonly button: "left" | "middle" | "right" | "none";
  readonly column: number;
  readonly row: number;
  readonly modifiers: readonly string[];
}

/** The terminal window gained or lost the keyboard. */
export interface FocusEvent {
  readonly type: "focus";
  readonly isFocused: boolean;
}

/** A colour with channels from 0 to 255. */
export interface Rgb {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** What a terminal said about itself when it was asked. Rows and columns count from 0. */
export type TerminalAnswer =
  | { readonly kind: "device-attributes"; readonly attributes: readonly number[] }
  | { readonly kind: "cursor-position"; readonly row: number; readonly column: number }
  | { readonly kind: "kitty-keyboard"; readonly flags: number }
  | { readonly kind: "mode"; readonly mode: number; readonly setting: number }
  | { readonly kind: "color"; readonly target: "foreground" | "background"; readonly rgb: Rgb }
  | { readonly kind: "color-scheme"; readonly scheme: "dark" | "light" }
  | { readonly kind: "cell-size"; readonly widthPx: number; readonly heightPx: number }
  | { readonly kind: "graphics"; readonly message: string }
  | { readonly kind: "version"; readonly name: string };

/** An answer among the input. */
export interface AnswerEvent {
  readonly type: "answer";
  readonly answer: TerminalAnswer;
}

/** Everything that a terminal can send. */
export type InputEvent = KeyEvent | PasteEvent | MouseEvent | FocusEvent | AnswerEvent;
