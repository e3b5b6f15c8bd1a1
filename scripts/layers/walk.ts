// One walk over a syntax tree that serves the listeners of many rules at once. Knows node types and
// nothing of what any rule looks for.
import { visitorKeys, type Node } from "oxc-parser";

type NodeType = Node["type"];
/** Unlike `Extract`, finds nodes whose own `type` is a union (functions, classes). */
type NodeOf<K, N = Node> = N extends { type: infer T } ? (K extends T ? N : never) : never;

/** `ancestors` runs from the program down to the node's parent and is reused: copy it to keep it. */
export type Listener<N> = (node: N, ancestors: readonly Node[]) => void;

export type Listeners = { [K in NodeType]?: Listener<NodeOf<K>> };

type Dispatch = Map<string, Listener<Node>[]>;

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function dispatchOf(all: readonly Listeners[]): Dispatch {
  const dispatch: Dispatch = new Map();
  for (const listeners of all) {
    for (const [type, listener] of Object.entries(listeners)) {
      const known = dispatch.get(type) ?? [];
      known.push(listener as Listener<Node>);
      dispatch.set(type, known);
    }
  }
  return dispatch;
}

export function walk(root: Node, ...all: readonly Listeners[]): void {
  const dispatch = dispatchOf(all);
  const ancestors: Node[] = [];

  const visit = (node: Node): void => {
    for (const listener of dispatch.get(node.type) ?? []) listener(node, ancestors);
    ancestors.push(node);
    for (const key of visitorKeys[node.type] ?? []) {
      const child: unknown = Reflect.get(node, key);
      if (Array.isArray(child)) {
        for (const item of child) if (isNode(item)) visit(item);
      } else if (isNode(child)) {
        visit(child);
      }
    }
    ancestors.pop();
  };
  visit(root);
}
