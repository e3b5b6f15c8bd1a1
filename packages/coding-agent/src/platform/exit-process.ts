// Ends the process, at once and with a published code.
import { EXIT, type ExitName } from "./exit-codes.ts";

/** Ends this process; nothing after it runs. */
export function exitProcess(how: ExitName): never {
  process.exit(EXIT[how]);
}
