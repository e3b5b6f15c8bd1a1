// Dialogs with whoever sits at the other end, and small things they may be shown. How they look is decided by the
// face; without a face that can, there are none.

/** When a dialog ends of itself; it then gives its default. */
export interface DialogLimits {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Each dialog gives undefined (`confirm`: false) when it is cancelled or its time is up. */
export interface Dialogs {
  select(
    title: string,
    options: readonly string[],
    limits?: DialogLimits,
  ): Promise<string | undefined>;
  confirm(title: string, message: string, limits?: DialogLimits): Promise<boolean>;
  input(title: string, placeholder?: string, limits?: DialogLimits): Promise<string | undefined>;
  editor(title: string, prefill?: string, limits?: DialogLimits): Promise<string | undefined>;
  notify(message: string, kind?: "info" | "warning" | "error"): void;
  setStatus(key: string, text: string | undefined): void;
  setWidget(key: string, lines: readonly string[] | undefined): void;
  setTitle(title: string): void;
  setEditorText(text: string): void;
}
