// A command runner whose background commands are followed by the journal until they end. What runs in the foreground of a
// call is the call's business.
import type { CommandRequest, CommandRunner } from "../command-runner.ts";
import type { UndoJournal } from "./undo-journal.ts";

export function journaledRunner(
  runner: CommandRunner,
  journal: Pick<UndoJournal, "follow">,
): CommandRunner {
  return {
    get cwd() {
      return runner.cwd;
    },
    terminalShell: () => runner.terminalShell(),
    run: (request, signal) => runner.run(request, signal),
    start(request, signal, where) {
      const running = runner.start(request, signal, where);
      let written: Promise<void> | undefined;
      const follow = (): void => {
        written ??= journal.follow(originOf(request), running.end);
      };
      if (where?.apart === true) follow();
      const end = running.end.then(async (ended) => {
        await written;
        return ended;
      });
      return {
        end,
        detach() {
          follow();
          running.detach();
        },
      };
    },
  };
}

function originOf({ command }: CommandRequest): { label: string; tool: string } {
  return { label: `in the background: ${command}`, tool: "bash" };
}
