// Keys that mean something only in the list of sessions and in the tree of one. Data only.
import type { KeyAction } from "@oh-my-pi/pi-tui/keymap";

/** Scope of the keys of the list of sessions. */
export const SESSIONS_SCOPE = "sessions";
/** Scope of the keys of the tree. */
export const TREE_SCOPE = "tree";

export const LIST_ACTIONS: readonly KeyAction[] = [
  {
    id: "app.session.togglePath",
    scope: SESSIONS_SCOPE,
    description: "Show where sessions were held",
    defaults: ["ctrl+p"],
  },
  {
    id: "app.session.toggleSort",
    scope: SESSIONS_SCOPE,
    description: "Sort by time or by name",
    defaults: ["ctrl+s"],
  },
  {
    id: "app.session.rename",
    scope: SESSIONS_SCOPE,
    description: "Rename a session",
    defaults: ["ctrl+r"],
  },
  {
    id: "app.session.delete",
    scope: SESSIONS_SCOPE,
    description: "Delete a session",
    defaults: ["ctrl+d"],
  },
  {
    id: "app.session.deleteNoninvasive",
    scope: SESSIONS_SCOPE,
    description: "Delete a session when nothing is typed",
    defaults: ["ctrl+backspace"],
  },
  {
    id: "app.tree.foldOrUp",
    scope: TREE_SCOPE,
    description: "Fold, or go to the parent",
    defaults: ["ctrl+left", "alt+left"],
  },
  {
    id: "app.tree.unfoldOrDown",
    scope: TREE_SCOPE,
    description: "Unfold, or go to the first child",
    defaults: ["ctrl+right", "alt+right"],
  },
];
