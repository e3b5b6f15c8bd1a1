// Anything that can be done to a session's tree, as data, so that laws can be tried on every sequence of it.
import fc from "fast-check";
import { openSessionLog } from "../open-log.ts";
import type { SessionLog } from "../session-log.ts";
import { setTitle } from "../session-title.ts";
import { answered, said } from "./written-session.ts";

/** `at` chooses among the entries there are. */
export type Command =
  | { readonly do: "say" | "answer" | "title"; readonly text: string }
  | { readonly do: "branch" | "unlabel"; readonly at: number }
  | { readonly do: "label"; readonly at: number; readonly text: string }
  | { readonly do: "newRoot" | "reopen" };

const text = fc.string({ maxLength: 20 });
const at = fc.nat();

export const commandSequences: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constantFrom("say", "answer"), text }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("branch"), at }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("label"), at, text }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("unlabel"), at }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("title"), text }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("newRoot", "reopen") }) },
  ),
  { maxLength: 30 },
);

/** Runs a sequence on a session file and closes it; `after` sees the session after each command. */
export function runCommands(
  file: string,
  commands: readonly Command[],
  after: (log: SessionLog) => void = () => {},
): void {
  const place = { file, cwd: "/w", platform: process.platform, now: () => 0 };
  let log = openSessionLog(place);
  for (const command of commands) {
    if (command.do === "reopen") {
      log.close();
      log = openSessionLog(place);
    } else {
      run(log, command);
    }
    after(log);
  }
  log.close();
}

function run(log: SessionLog, command: Exclude<Command, { do: "reopen" }>): void {
  const idAt = (place: number): string =>
    log.index.at(place % Math.max(1, log.count))?.id ?? "none";
  switch (command.do) {
    case "say":
      return void log.append(said(command.text));
    case "answer":
      return void log.append(answered(command.text));
    case "title":
      return void setTitle(log, command.text, "user");
    case "branch":
      return void log.branch(idAt(command.at));
    case "label":
      return void log.append({ type: "label", targetId: idAt(command.at), label: command.text });
    case "unlabel":
      return void log.append({ type: "label", targetId: idAt(command.at) });
    default:
      return void log.branch(null);
  }
}
