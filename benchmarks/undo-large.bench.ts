// A command that changes 1,000 files of a tree of 50,000: writing its changes down and taking them back, together, on a
// file system in memory. The bar is absolute: 1 second.
import type { Benchmark } from "./benchmark.ts";
import { makeJournaledTree } from "./undo-tree.ts";

const FILES = 50_000;
const CHANGED = 1000;

const undoLarge: Benchmark = {
  name: "undo-large",
  about: `writing down and undoing changes of ${CHANGED} files in ${FILES}, against 1 s`,
  unit: "ms",
  rounds: 5,
  bar: 1,
  setUp: async () => {
    const tree = makeJournaledTree(FILES);
    let round = 0;
    await (await tree.journal.begin({ label: "warm" })).end();
    return {
      subject: async () => {
        tree.journal.startTurn("round");
        let started = performance.now();
        const step = await tree.journal.begin({ label: "sed" });
        let elapsed = performance.now() - started;
        const at = `${tree.path}/pkg${round}/dir${round * 10}`;
        const command = `find '${tree.path}'/pkg${round} '${tree.path}'/pkg${round + 1} -name '*.ts' | xargs sed -i s/value/other${round}/ && rm -r '${at}'`;
        Bun.spawnSync(["bash", "-c", command]);
        round += 2;
        started = performance.now();
        await step.end();
        const { isDone, files } = await tree.journal.undo();
        elapsed += performance.now() - started;
        if (!isDone || files.length < CHANGED) throw new Error("The changes were not undone.");
        return elapsed;
      },
      reference: async () => 1000,
      [Symbol.asyncDispose]: () => tree[Symbol.asyncDispose](),
    };
  },
};
export default undoLarge;
