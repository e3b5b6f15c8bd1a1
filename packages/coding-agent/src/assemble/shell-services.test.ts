// Who is shown terminals of programs: a person, unless `--no-pty` says no.
import { expect, test } from "bun:test";
import { FLAGS } from "../cli/flags.ts";
import { parseArgs } from "../cli/parse-args.ts";
import { hostFor } from "../cli/to-launch.ts";
import { readHost } from "../platform/host.ts";
import { terminalsFor } from "./shell-services.ts";

test.each([
  [["--no-pty"], false],
  [[], true],
])("%p: a viewer is shown terminals: %p", (argv, isShown) => {
  const host = hostFor(parseArgs(argv, FLAGS), readHost());
  const terminals = terminalsFor({ isInteractive: true }, host);
  terminals.attend({ size: { cols: 80, rows: 24 }, opened: () => ({ changed() {}, closed() {} }) });
  expect(terminals.viewer !== undefined).toBe(isShown);
});
