// Keeps a Mac from falling asleep, by the system's own `caffeinate`. Other systems are left alone. When that is wished is
// for others.

/** Which kinds of sleep to prevent. */
export interface AwakeWish {
  readonly idleSleep: boolean;
  /** On mains power only: macOS takes no such wish on battery. */
  readonly systemSleep: boolean;
  readonly displaySleep: boolean;
  /** Counts as a person at the machine: the display turns on. */
  readonly userActive: boolean;
}

export interface AwakePlace {
  readonly platform: string;
  /** It ends with this process, however that ends. */
  readonly pid: number;
  /** The program; the system's when left out. */
  readonly program?: string;
}

const CAFFEINATE = "/usr/bin/caffeinate";

/** The command that holds the machine awake; undefined where nothing is wished, or on another system than macOS. */
export function awakeCommand(
  wish: AwakeWish,
  { platform, pid, program = CAFFEINATE }: AwakePlace,
): readonly string[] | undefined {
  const flags = [
    ...(wish.idleSleep ? ["-i"] : []),
    ...(wish.systemSleep ? ["-s"] : []),
    ...(wish.displaySleep ? ["-d"] : []),
    ...(wish.userActive ? ["-u"] : []),
  ];
  if (platform !== "darwin" || flags.length === 0) return undefined;
  return [program, ...flags, "-w", String(pid)];
}

/** Holds the machine awake until it is disposed of; undefined where that is not wished or not possible. */
export function keepAwake(wish: AwakeWish, place: AwakePlace): Disposable | undefined {
  const command = awakeCommand(wish, place);
  if (command === undefined) return undefined;
  try {
    const child = Bun.spawn([...command], { env: {}, stdio: ["ignore", "ignore", "ignore"] });
    child.unref();
    return { [Symbol.dispose]: () => child.kill() };
  } catch {
    return undefined; // A Mac without the program falls asleep as it always did.
  }
}
