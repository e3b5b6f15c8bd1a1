/** The contract between what draws itself and what puts it on a screen. */
import type { InputEvent } from "../terminal/input-event.ts";

/** Something that draws itself as lines of at most `width` columns. */
export interface Component {
  /** The lines at this width. While nothing changed the same array comes back: that is what makes frames cheap. */
  render(width: number): readonly string[];
  /** Takes an event while focused; true when it was used. */
  handleInput?(event: InputEvent): boolean;
  /** Forgets what was rendered before, because a theme or a setting changed. */
  invalidate(): void;
}

/** A component that shows whether keys go to it. */
export interface Focusable extends Component {
  isFocused: boolean;
}

/**
 * A component that grows at its end: the first `settledParts` of its `parts` will never change again, so they may
 * be written for good while the rest is still drawn anew.
 */
export interface GrowingComponent extends Component {
  readonly parts: readonly Component[];
  readonly settledParts: number;
}

/** What a component may ask of its surroundings. */
export interface RenderHost {
  /** Milliseconds from a fixed point in the past. */
  now(): number;
  /** Asks for a frame soon; many requests make one frame. */
  requestRender(): void;
  /** Asks for a frame after a while. A component that asks while it is rendered stops by not being rendered. */
  requestRenderIn(delayMs: number): void;
}

/** Marks the place of the caret inside a rendered line; takes no column. */
export const CURSOR_MARKER = "\x1b_omp:caret\x1b\\";

/** Starts a line whose escape sequences draw a picture: it is written as it is and never measured. */
export const IMAGE_MARKER = "\x1b_omp:image\x1b\\";

/** True for components that can hold the focus. */
export function isFocusable(component: Component): component is Focusable {
  return "isFocused" in component;
}

/** True for components that are written part by part. */
export function isGrowing(component: Component): component is GrowingComponent {
  return "parts" in component && "settledParts" in component;
}
