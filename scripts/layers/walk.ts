// One walk over a syntax tree that serves the listeners of many rules at once. Knows node types and
// nothing of what any rule looks for.
import { visitorKeys, type Node } from "oxc-parser";

type NodeType = Node["type"];
/** Unlike `Extract`, finds nodes whose own `type` is a union (functions, classes). */
type NodeOf<K, N = Node> = N extends { type: infer T } ? (K extends T ? N : never) : never;

/** `ancestors` runs from the program down to the node's parent and is reused: copy it to keep it. */
export type Listener<N> = (node: N, ancestors: readonly Node[]) => void;

export type Listeners = { [K in NodeType]?: Listener<NodeOf<K>> };

/** What to do at nodes of one type. */
interface Visit {
  readonly listeners: readonly Listener<Node>[];
  readonly childKeys: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function visitOf(type: string, all: readonly Listeners[]): Visit {
  const listeners = all.flatMap((each) => {
    const listener = (each as Readonly<Record<string, Listener<Node> | undefined>>)[type];
    return listener ? [listener] : [];
  });
  return { listeners, childKeys: visitorKeys[type] ?? [] };
}

/** Calls the listeners for each node before its children, in source order. */
export function walk(root: Node, ...all: readonly Listeners[]): void {
  const visits = new Map<string, Visit>();
  const ancestors: Node[] = [];

  const visit = (node: Node): void => {
    let plan = visits.get(node.type);
    if (!plan) visits.set(node.type, (plan = visitOf(node.type, all)));
    for (const listener of plan.listeners) listener(node, ancestors);
    if (plan.childKeys.length === 0) return;
    ancestors.push(node);
    for (const key of plan.childKeys) {
      const child = (node as Node & Fields)[key];
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
