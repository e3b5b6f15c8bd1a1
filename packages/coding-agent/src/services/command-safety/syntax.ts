// The parts of a shell script as far as judging it needs them. Data only.

/** A piece of a word. `isQuoted` pieces are neither split nor brace-expanded. */
export type Part =
  | { readonly type: "text"; readonly text: string; readonly isQuoted: boolean }
  | {
      readonly type: "variable";
      readonly name: string;
      readonly isQuoted: boolean;
      /** `:-`, `=`, `%` … with its operand, when the expansion has one. */
      readonly operation?: { readonly operator: string; readonly operand: readonly Part[] };
    }
  | { readonly type: "command"; readonly script: Script; readonly isQuoted: boolean }
  | { readonly type: "process"; readonly script: Script }
  /** A value that only running could tell, with the parts that are evaluated on the way. */
  | { readonly type: "computed"; readonly parts: readonly Part[] };

export interface Word {
  readonly parts: readonly Part[];
}

export interface Redirect {
  readonly operator: string;
  /** The target; for `<<` the text itself. */
  readonly target: Word;
}

export interface Assignment {
  readonly name: string;
  readonly value: Word;
  readonly isAppending: boolean;
}

export type Command =
  | {
      readonly type: "simple";
      readonly assignments: readonly Assignment[];
      readonly words: readonly Word[];
      readonly redirects: readonly Redirect[];
    }
  /** Any compound command: what it evaluates and the scripts it may run. */
  | {
      readonly type: "compound";
      readonly isSubshell: boolean;
      /** Its scripts may run once, never or many times. */
      readonly isConditional: boolean;
      readonly words: readonly Word[];
      readonly scripts: readonly Script[];
      readonly redirects: readonly Redirect[];
      /** The variable of a `for` or `select`, which takes the values of `words`. */
      readonly variable?: string;
    }
  | { readonly type: "function"; readonly name: string; readonly body: Command };

/** Commands joined by pipes. */
export type Pipeline = readonly Command[];

export interface Item {
  readonly pipeline: Pipeline;
  /** What follows the pipeline. */
  readonly operator: ";" | "&" | "&&" | "||";
}

export type Script = readonly Item[];
