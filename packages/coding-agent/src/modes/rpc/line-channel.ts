// Lines in, frames out, as the RPC face needs them from whoever owns the descriptors.

/** Where lines come from and frames go to. */
export interface LineChannel {
  /** The next line, or undefined at the end of input. */
  readLine(): Promise<string | undefined>;
  write(text: string): void;
  /** What to wait for before more is written; undefined while the host keeps up. */
  drained(): Promise<void> | undefined;
}
