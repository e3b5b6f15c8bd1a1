// Refuses to overwrite files that say that a program wrote them.
import { ToolFailure } from "@oh-my-pi/pi-agent-core/tool-failure";
import { describeGenerated, findGeneratedMarker } from "@oh-my-pi/pi-edit/generated-file";
import { closeSync, openSync, readSync } from "node:fs";

const HEAD_BYTES = 1024;

/** Throws ToolFailure when the file at `path` carries a generator's mark. */
export function refuseGenerated(path: string, shown: string): void {
  const fd = openSync(path, "r");
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const marker = findGeneratedMarker(head.subarray(0, readSync(fd, head, 0, HEAD_BYTES, 0)));
    if (marker !== undefined) throw new ToolFailure(describeGenerated(shown, marker));
  } finally {
    closeSync(fd);
  }
}
