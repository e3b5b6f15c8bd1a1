// Rule: only the faces of the program write to standard output; anything else there breaks a protocol or a
// screen. Who the faces are is in layers.json.
import { ambientListeners, type AmbientTable } from "../ambient-uses.ts";
import type { Rule } from "../rule.ts";

const OUTPUT: AmbientTable = {
  globals: { process: ["stdout"], Bun: ["stdout"], console: "*" },
  modules: { process: ["stdout"], bun: ["stdout"], console: "*" },
};

export default {
  id: "stdout",
  allowed: "Only modes/, cli/ and main.ts of coding-agent write to standard output.",
  remedy: "Return the text, emit an event, or log through platform.",
  checkFile: (file, _config, report) =>
    ambientListeners(file, OUTPUT, (subject, offset) => report(offset, `uses ${subject}`, subject)),
} satisfies Rule;
