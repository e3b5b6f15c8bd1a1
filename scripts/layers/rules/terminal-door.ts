// Rule: text reaches a terminal through few doors, and each makes foreign text inert. Whoever could open another one, by
// the process streams, by a descriptor or by the terminal itself, is named. Which doors there are is in layers.json.
import { ambientListeners, type AmbientTable } from "../ambient-uses.ts";
import type { Rule } from "../rule.ts";

const STREAMS: AmbientTable = {
  globals: { process: ["stdout", "stderr"], Bun: ["stdout", "stderr"], console: "*" },
  modules: {
    process: ["stdout", "stderr"],
    bun: ["stdout", "stderr"],
    console: "*",
    tty: "*",
  },
};

/** Ways to a terminal that are no stream of the process. */
const DOORS =
  /\b(?:openSink|new TtyTerminal)\(|\bwrite(?:Sync)?\(\s*[12]\s*,|\bBun\.file\(\s*(?:\d|fd\)\.writer)|\b(?:open|openSync|file|writeFileSync|createWriteStream)\(\s*["'`]\/dev\/(?:tty|stdout|stderr|fd\/\d)["'`]/g;

export default {
  id: "terminal-door",
  allowed: "Only the doors in layers.json write to a terminal.",
  remedy: "Write to the sink you were given: it makes foreign text inert.",
  checkFile(file, _config, report) {
    const isComment = (at: number): boolean =>
      file.comments.some(({ start, end }) => start <= at && at < end);
    for (const { 0: found, index } of file.text.matchAll(DOORS))
      if (!isComment(index) && !file.text.slice(0, index).endsWith("function "))
        report(index, `opens a way to a terminal by ${found.replace("(", "")}`);
    return ambientListeners(file, STREAMS, (subject, offset) =>
      report(offset, `uses ${subject}`, subject),
    );
  },
} satisfies Rule;
