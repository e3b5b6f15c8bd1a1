// A line across the screen, as above and below the editor.
import type { Component } from "@oh-my-pi/pi-tui/component";
import type { Style } from "@oh-my-pi/pi-tui/theme";

export function rule(style: Style): Component {
  return { render: (width) => [style("─".repeat(width))], invalidate: () => {} };
}
