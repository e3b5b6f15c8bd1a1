/** Components one below the other, rendered as one. */
import type { Component } from "./component.ts";
import { JoinedLines } from "./joined-lines.ts";

/** A vertical stack. While no child changed, the same lines come back. */
export class Container implements Component {
  #children: readonly Component[] = [];
  readonly #lines = new JoinedLines();

  constructor(...children: readonly Component[]) {
    this.#children = children;
  }

  /** The components, first on top. */
  get children(): readonly Component[] {
    return this.#children;
  }

  /** Replaces all components. */
  set(children: readonly Component[]): void {
    this.#children = [...children];
  }

  /** Adds a component at the bottom. */
  add(component: Component): void {
    this.#children = [...this.#children, component];
  }

  /** Takes a component out. */
  remove(component: Component): void {
    this.#children = this.#children.filter((child) => child !== component);
  }

  render(width: number): readonly string[] {
    return this.#lines.join(this.#children.map((child) => child.render(width)));
  }

  invalidate(): void {
    this.#lines.clear();
    for (const child of this.#children) child.invalidate();
  }
}
