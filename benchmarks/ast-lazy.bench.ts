// The first parse of a small language when a heavy one is there too, against the same with the small one alone.
import { AstEngine } from "../packages/natives/src/ast/ast-engine.ts";
import { npmGrammarSource } from "../packages/natives/src/ast/grammar-source.ts";
import type { Benchmark } from "./benchmark.ts";

async function timeFirstParse(engine: AstEngine): Promise<number> {
  const started = performance.now();
  using tree = await engine.parse("local x = f(1)\n", "lua");
  if (tree?.hasErrors !== false) throw new Error("the sample was not parsed");
  return performance.now() - started;
}

const astLazy: Benchmark = {
  name: "ast-lazy",
  about: "first parse of Lua with all grammars there against Lua's alone",
  unit: "ms",
  rounds: 81,
  bar: 1.5,
  async setUp() {
    const all = npmGrammarSource();
    const alone = {
      ...all,
      findLibrary: () => undefined,
      hasWasm: (file: string) => ["lua", "web-tree-sitter"].includes(file),
    };
    await timeFirstParse(new AstEngine(all));
    return {
      subject: () => timeFirstParse(new AstEngine(all)),
      reference: () => timeFirstParse(new AstEngine(alone)),
      [Symbol.asyncDispose]: async () => {},
    };
  },
};
export default astLazy;
