// Rule: the environment, the home directory, processes and the exit belong to the platform folder. Where that
// folder is, and who else is excused, is in layers.json.
import { ambientListeners, type AmbientTable } from "../ambient-uses.ts";
import type { Rule } from "../rule.ts";

const PLATFORM: AmbientTable = {
  globals: {
    process: ["env", "exit"],
    Bun: ["env", "spawn", "spawnSync", "$"],
    "import.meta": ["env"],
  },
  modules: {
    process: ["env", "exit"],
    bun: ["env", "spawn", "spawnSync", "$"],
    os: ["homedir"],
    child_process: "*",
  },
};

export default {
  id: "platform-api",
  allowed:
    "Only packages/coding-agent/src/platform reads the environment or the home directory, spawns or exits.",
  remedy: "Take the value or a function as an argument, or go through platform.",
  checkFile: (file, _config, report) =>
    ambientListeners(file, PLATFORM, (subject, offset) =>
      report(offset, `uses ${subject}`, subject),
    ),
} satisfies Rule;
