// The editor around a session: what it does for tools in place of the machine, and what the person chose in it.
import type { ApprovalMode } from "../approval/settings.ts";
import type { EditorTerminals } from "./editor-terminals.ts";
import type { OpenBuffers } from "./open-buffers.ts";

export interface EditorBridge {
  readonly buffers?: OpenBuffers | undefined;
  readonly terminals?: EditorTerminals | undefined;
  /** What the person chose for this session; undefined for what the settings say. */
  approvalMode(): ApprovalMode | undefined;
}
