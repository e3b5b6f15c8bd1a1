// Waits until a process has done nothing for a while, for tests of what holds it back. Tests only.
import { eventually } from "@oh-my-pi/pi-testkit/eventually";
import { costOf } from "@oh-my-pi/pi-testkit/process-tree";

/** Looks that must find the same processor time. */
const SAME_LOOKS = 40;

/** Resolves when the process has used no processor for a while. */
export async function untilStill(pid: number): Promise<void> {
  let last = -1;
  let same = 0;
  await eventually(
    () => {
      const cpu = costOf(pid)?.cpuMs ?? 0;
      same = cpu === last ? same + 1 : 0;
      last = cpu;
      return same >= SAME_LOOKS;
    },
    { timeoutMs: 20_000 },
  );
}
