// Who may start programs, change files and use the network: what belongs to tool calls with who binds it to the gate, and
// the short list of what omp does for itself. Tests only.
import type { EffectRules } from "./find-effects.ts";

export const EFFECT_RULES: EffectRules = {
  gated: {
    // Files.
    "services/files/replace-file.ts": [
      "services/files/disk-files.ts",
      "services/internal-urls/schemes/local-scheme.ts",
    ],
    "services/files/disk-files.ts": ["services/internal-urls/schemes/conflict-scheme.ts"],
    "services/internal-urls/schemes/local-scheme.ts": ["services/internal-urls/session-urls.ts"],
    "services/internal-urls/schemes/conflict-scheme.ts": ["services/internal-urls/session-urls.ts"],
    "services/internal-urls/session-urls.ts": ["services/file-services.ts"],
    "services/file-services.ts": ["assemble/bind-services.ts", "cli/run-tool.ts"],
    "services/artifact-writer.ts": ["services/file-services.ts", "assemble/shell-services.ts"],
    "services/minimizer/captured-output.ts": [],
    // The web.
    "services/web-fetch.ts": ["services/file-services.ts"],
    "services/web-pages.ts": ["services/file-services.ts"],
    // Commands: tools by their need, the person by UserBash, both behind the gate.
    "services/shell-runner.ts": [
      "assemble/session-runner.ts",
      "cli/commands/shell.ts",
      "cli/prove/",
    ],
    "services/user-bash.ts": ["assemble/shell-services.ts"],
    "services/jobs/background-jobs.ts": ["assemble/shell-services.ts"],
    // Bringing files back: the person's /undo and /redo only.
    "services/undo/apply-changes.ts": [
      "services/undo/reverse-turns.ts",
      "services/undo/open-tree.ts",
    ],
    "services/undo/reverse-turns.ts": [
      "services/undo/undo-journal.ts",
      "services/undo/open-tree.ts",
    ],
    "services/undo/open-tree.ts": ["services/undo/undo-journal.ts"],
    "services/undo/undo-journal.ts": ["assemble/session-undo.ts"],
    // Programs.
    "platform/capture-command.ts": ["services/find-key.ts", "services/deployments/machine.ts"],
    "platform/run-program.ts": [
      "modes/interactive/machine.ts",
      "cli/commands/update.ts",
      "slash/commands/share.ts",
      "cli/prove/",
    ],
    "platform/line-process.ts": ["modes/rpc/rpc-client.ts", "cli/prove/"],
    "platform/git/run-git.ts": ["cli/prove/"],
    // Whoever may use the whole of the web or the shell is named above; these hand them on.
    "assemble/bind-services.ts": ["assemble/session-services.ts"],
    "assemble/session-services.ts": ["assemble/session-tool-host.ts"],
    "cli/run-tool.ts": ["cli/commands/read.ts", "cli/commands/grep.ts"],
  },
  own: {
    // Stores of omp, below its own folders.
    "platform/append-file.ts": "session files",
    "platform/atomic-file.ts": "settings, trust and caches, replaced whole",
    "platform/defect-log.ts": "the log of what went wrong inside",
    "platform/private-key-file.ts": "the key of placeholders",
    "platform/unpack-file.ts": "programs that the binary carries, unpacked for itself",
    "platform/open-own-file.ts": "locks, logs and databases, never through a link",
    "services/open-credentials.ts": "the database of credentials",
    "platform/private-database.ts": "the history of prompts and the tables of undo",
    "platform/last-words.ts": "the last line on stderr",
    "platform/keep-awake.ts": "the system's own program that keeps a machine awake",
    "platform/host.ts": "a home for a user who has none",
    "services/audit/audit-log.ts": "the audit",
    "services/undo/": "the journal's own copies and tables",
    "services/models/":
      "the cache of models; servers of models on this machine are asked what they have",
    "services/sandbox/":
      "private folders of a sandbox; what a command put into protected places is put aside",
    "platform/sandbox/": "the sandbox itself, and the attacks that probe it",
    "services/shell/rc-snapshot.ts": "what the user's start file defines, kept beside the settings",
    "services/tour-project.ts": "the scratch project of the tour",
    "session/log/": "sessions, their blobs and indexes, the history of prompts",
    "session/handoff.ts": "the handoff note, beside the session",
    "settings/": "the user's own settings file",
    // Requests to models.
    "services/deployments/": "signing in to model providers",
    "assemble/summing.ts": "requests to models",
    // What the person asks for by name.
    "session/export/write-session-html.ts": "/export and --export",
    "slash/commands/dump.ts": "/dump",
    "slash/commands/debug.ts": "/debug",
    "slash/commands/share.ts": "/share",
    "slash/todo/todo-actions.ts": "/todo export",
    "assemble/open-wished.ts": "/drop",
    "cli/commands/worktree.ts": "omp worktree clear",
    "cli/prove/": "proofs, in a private folder that is gone afterwards",
    "cli/init-xdg.ts": "omp config init-xdg",
    "cli/stdio.ts": "the standard output",
    "cli/work-place.ts": "a folder for a run that has none",
    "modes/interactive/machine.ts": "the text that the person's editor is given",
    "modes/serve/serve.ts": "omp serve, on this machine",
  },
};
