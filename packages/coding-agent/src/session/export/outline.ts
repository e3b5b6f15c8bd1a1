// The prompts of a session as a tree: where it went on from an earlier point, branches stand below one another. Pure.

/** A prompt, as its session has it. */
export interface PromptNode {
  readonly id: string;
  /** The prompt before it; undefined for a first one. */
  readonly parentId: string | undefined;
  readonly text: string;
  /** It lies on the path that is shown. */
  readonly isShown: boolean;
}

/** A line of the outline. */
export interface OutlineLine extends PromptNode {
  /** How many branchings lie above it. */
  readonly depth: number;
}

/** The lines in the order of a walk through the tree, older branches first. */
export function outlineOf(prompts: readonly PromptNode[]): OutlineLine[] {
  const known = new Set(prompts.map(({ id }) => id));
  const below = Map.groupBy(prompts, ({ parentId }) =>
    parentId !== undefined && known.has(parentId) ? parentId : "",
  );
  const lines: OutlineLine[] = [];
  const waiting = (below.get("") ?? []).map((prompt) => ({ prompt, depth: 0 })).reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { prompt, depth } = next;
    lines.push({ ...prompt, depth });
    const children = below.get(prompt.id) ?? [];
    const isFork = children.length > 1;
    for (const child of children.toReversed())
      waiting.push({ prompt: child, depth: isFork ? depth + 1 : depth });
  }
  return lines;
}
