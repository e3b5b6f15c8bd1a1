// What probes found, kept until the machine starts again: the kernel and its policies do not change in between.
import { readFileSync } from "node:fs";
import { writeFileAtomically } from "../atomic-file.ts";
import type { ProbeResult } from "./probe-backend.ts";

interface Stored {
  readonly boot: string;
  readonly results: Readonly<Record<string, ProbeResult>>;
}

export class ProbeCache {
  readonly #file: string;
  readonly #boot: string | undefined;

  /** Without the number of this start of the machine nothing is kept. */
  constructor(file: string, boot: string | undefined) {
    this.#file = file;
    this.#boot = boot;
  }

  read(): Readonly<Record<string, ProbeResult>> {
    try {
      const stored: unknown = JSON.parse(readFileSync(this.#file, "utf8"));
      return isStored(stored) && stored.boot === this.#boot ? stored.results : {};
    } catch {
      // Not there yet, or not readable: then everything is probed.
      return {};
    }
  }

  write(results: Readonly<Record<string, ProbeResult>>): void {
    if (this.#boot === undefined) return;
    const all = { ...this.read(), ...results };
    try {
      writeFileAtomically(this.#file, JSON.stringify({ boot: this.#boot, results: all }));
    } catch {
      // A home that cannot be written costs the next run a probe.
    }
  }
}

function isStored(value: unknown): value is Stored {
  return typeof value === "object" && value !== null && "boot" in value && "results" in value;
}

/** A number that the system draws when it starts. */
export function readBootId(): string | undefined {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return undefined; // Other systems have no such number; they probe in each run.
  }
}
