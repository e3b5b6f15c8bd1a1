// The output of one command, shortened where a minimizer knows the program. The raw text is always kept when something
// was left out.
import { writeFileSync } from "node:fs";
import type { ArtifactSlot } from "../../session/log/artifacts.ts";
import { CommandOutput, type ShownOutput } from "../shell/command-output.ts";
import type { ShellOptions } from "../shell/shell-options.ts";
import { findMinimizer } from "./find-minimizer.ts";
import { minimizeOutput } from "./minimize.ts";
import type { Minimizer } from "./minimizer.ts";

export class CapturedOutput {
  readonly #output: CommandOutput;
  readonly #options: Pick<ShellOptions, "limits" | "minimizer">;
  readonly #allocate: () => ArtifactSlot | undefined;
  readonly #minimizer: Minimizer | undefined;
  /** The raw text while it may still be shortened. */
  #raw: Buffer[] | undefined;
  #rawBytes = 0;

  constructor(
    command: string,
    options: Pick<ShellOptions, "limits" | "minimizer">,
    allocate: () => ArtifactSlot | undefined,
  ) {
    this.#options = options;
    this.#allocate = allocate;
    this.#output = new CommandOutput(options.limits, allocate);
    this.#minimizer = options.minimizer && findMinimizer(command, options.minimizer);
    this.#raw = this.#minimizer === undefined ? undefined : [];
  }

  write(bytes: Uint8Array): void {
    this.#output.write(bytes);
    if (this.#raw === undefined) return;
    this.#rawBytes += bytes.length;
    if (this.#rawBytes > (this.#options.minimizer?.maxCaptureBytes ?? 0)) this.#raw = undefined;
    else this.#raw.push(Buffer.from(bytes));
  }

  recent(): string {
    return this.#output.recent();
  }

  async close(): Promise<ShownOutput> {
    const shown = await this.#output.close();
    if (this.#raw === undefined || this.#minimizer === undefined) return shown;
    const raw = Buffer.concat(this.#raw);
    this.#raw = undefined;
    const short = minimizeOutput(this.#minimizer, raw.toString());
    if (short === undefined) return shown;
    const artifact = shown.truncation?.artifact ?? this.#keep(raw);
    // Without a place for the raw text nothing may be left out.
    return artifact === undefined ? shown : this.#shorten(short, artifact, shown);
  }

  async #shorten(text: string, artifact: string, raw: ShownOutput): Promise<ShownOutput> {
    const again = new CommandOutput(this.#options.limits, () => undefined);
    again.write(Buffer.from(text));
    const { notice, truncation, ...shown } = await again.close();
    return {
      ...shown,
      notice: [...(notice === undefined ? [] : [notice]), `[raw output: ${artifact}]`].join("\n"),
      ...(truncation !== undefined && { truncation: { ...truncation, artifact } }),
      totalBytes: raw.totalBytes,
      totalLines: raw.totalLines,
    };
  }

  #keep(raw: Uint8Array): string | undefined {
    try {
      const slot = this.#allocate();
      if (slot === undefined) return undefined;
      writeFileSync(slot.path, raw, { flag: "wx", mode: 0o600 });
      return `artifact://${slot.id}`;
    } catch {
      // A full disk: the output is shown as it is.
      return undefined;
    }
  }
}
