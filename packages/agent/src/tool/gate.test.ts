// G7: a tool's effect cannot be reached past the host.
import { describe, expect, test } from "bun:test";
import { Glob } from "bun";
import { z } from "zod";
import packageJson from "../../package.json";
import { defineTool } from "./define-tool.ts";
import { createToolHost } from "./host.ts";

let effects = 0;
const tool = defineTool({
  name: "effect",
  description: "d",
  parameters: z.object({}),
  run: () => {
    effects++;
    return "done";
  },
});

/** Everything that properties, symbols and prototypes lead to. */
function reachable(root: unknown, found = new Set<unknown>()): Set<unknown> {
  if ((typeof root !== "object" && typeof root !== "function") || root === null) return found;
  if (found.has(root)) return found;
  found.add(root);
  for (const key of Reflect.ownKeys(root)) {
    const descriptor = Reflect.getOwnPropertyDescriptor(root, key);
    reachable(descriptor?.value, found);
    reachable(descriptor?.get, found);
  }
  const parent: unknown = Reflect.getPrototypeOf(root);
  return parent === Object.prototype || parent === Function.prototype
    ? found
    : reachable(parent, found);
}

describe("the gate", () => {
  test("nothing reachable from a tool runs it", () => {
    const functions = [...reachable(tool)].filter((value) => typeof value === "function");
    expect(functions.length).toBeGreaterThan(0);
    for (const call of functions) {
      try {
        Reflect.apply(call, tool, [{}, {}]);
        Reflect.apply(call, tool.body, [tool.body, {}]);
      } catch {
        // a refusal is as good as doing nothing: only the effect counts
      }
    }
    expect(effects).toBe(0);
  });

  test("the box has no way to its class", () => {
    expect(Reflect.get(tool.body, "constructor")).toBe(Object);
    expect(Object.isFrozen(tool)).toBe(true);
    expect(Object.isFrozen(tool.body)).toBe(true);
  });

  test("only the host opens a box, and no export leads to it", async () => {
    const users: string[] = [];
    const root = new URL("../../", import.meta.url).pathname;
    for await (const file of new Glob("**/*.ts").scan({ cwd: root })) {
      if (file.endsWith(".test.ts") || file.includes("node_modules")) continue;
      const source = await Bun.file(root + file).text();
      if (source.includes("Sealed.open")) users.push(file);
    }
    expect(users.sort()).toEqual(["src/tool/host.ts"]);
    expect(Object.values(packageJson.exports)).not.toContain("./src/tool/sealed.ts");
  });

  test.each(["model", "eval", "subagent", "rpc", "extension"])(
    "a deny holds for a call by %s",
    async (origin) => {
      const host = createToolHost({ policy: () => ({ verdict: "deny", reason: "no" }) });
      const invocation = { callId: "1", name: "effect", tool, args: {}, origin };
      const outcome = await host.call(invocation, new AbortController().signal);
      expect(outcome).toMatchObject({ isError: true, status: "blocked" });
      expect(effects).toBe(0);
    },
  );

  test("and the host does run it when allowed, so the above can fail", async () => {
    const host = createToolHost({ policy: () => ({ verdict: "allow" }) });
    await host.call({ callId: "1", name: "effect", tool, args: {} }, new AbortController().signal);
    expect(effects).toBe(1);
  });
});
