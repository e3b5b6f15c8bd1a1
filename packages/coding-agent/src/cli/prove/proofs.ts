// The promises that can be shown in seconds on the user's own machine, in the order in which they are shown.
import { crash } from "./crash.ts";
import { orphans } from "./orphans.ts";
import { auditChain, ownFiles } from "./own-files.ts";
import { prefix } from "./prefix.ts";
import type { Proof } from "./proof.ts";
import { sandbox } from "./sandbox.ts";
import { scrollback } from "./scrollback.ts";
import { secrets } from "./secrets.ts";
import { stranger } from "./stranger.ts";

export const PROOFS: readonly Proof[] = [
  { id: "crash", promise: "What was accepted survives a crash", show: crash },
  { id: "sandbox", promise: "A command cannot reach past the workspace", show: sandbox },
  { id: "stranger", promise: "A stranger's repository runs nothing", show: stranger },
  { id: "secrets", promise: "Secrets stay home", show: secrets },
  { id: "orphans", promise: "No process outlives its command", show: orphans },
  { id: "prefix", promise: "What was sent is sent again unchanged", show: prefix },
  { id: "scrollback", promise: "Every line is in the terminal once", show: scrollback },
  { id: "own-files", promise: "omp's own files are yours alone", show: ownFiles },
  { id: "audit", promise: "Nobody changed the audit", show: auditChain },
];
