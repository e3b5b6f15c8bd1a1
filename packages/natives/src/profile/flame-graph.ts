// Draws folded stacks as a flame graph: an SVG without scripts. Pure.

interface Frame {
  readonly name: string;
  total: number;
  readonly children: Map<string, Frame>;
}

const WIDTH = 1200;
const ROW = 18;
/** Narrower boxes are not drawn. */
const LEAST_WIDTH = 0.5;
const CHARACTER_WIDTH = 7;
const COLORS = ["#e4572e", "#f3a712", "#a8c686", "#669bbc", "#b388eb"];

/** `folded` has lines of `outer;inner number`; the number is microseconds. */
export function drawFlameGraph(folded: string, title: string): string {
  const root = readStacks(folded, title);
  const boxes: string[] = [];
  const depth = drawFrame(root, { x: 0, level: 0, total: Math.max(root.total, 1) }, boxes);
  const height = (depth + 1) * ROW;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="monospace" font-size="12">`,
    ...boxes,
    "</svg>\n",
  ].join("\n");
}

function readStacks(folded: string, title: string): Frame {
  const root: Frame = { name: title, total: 0, children: new Map() };
  for (const line of folded.split("\n")) {
    const [, stack = "", number = "0"] = /^(.*) (\d+)$/.exec(line) ?? [];
    if (stack === "") continue;
    let at = root;
    at.total += Number(number);
    for (const name of stack.split(";")) {
      const child = at.children.get(name) ?? { name, total: 0, children: new Map() };
      at.children.set(name, child);
      child.total += Number(number);
      at = child;
    }
  }
  return root;
}

interface Place {
  readonly x: number;
  readonly level: number;
  readonly total: number;
}

/** The deepest level that was drawn. */
function drawFrame(frame: Frame, { x, level, total }: Place, boxes: string[]): number {
  const width = (frame.total / total) * WIDTH;
  if (width < LEAST_WIDTH) return level;
  boxes.push(box(frame, { x, level, total }, width));
  let deepest = level;
  let left = x;
  for (const child of frame.children.values()) {
    const place = { x: left, level: level + 1, total };
    deepest = Math.max(deepest, drawFrame(child, place, boxes));
    left += (child.total / total) * WIDTH;
  }
  return deepest;
}

function box({ name, total }: Frame, place: Place, width: number): string {
  const [x, y] = [place.x.toFixed(1), place.level * ROW];
  const about = escapeText(`${name}: ${(total / 1000).toFixed(1)} ms`);
  const fits = Math.floor((width - 4) / CHARACTER_WIDTH);
  const label = fits < 3 ? "" : escapeText(name.slice(0, fits).toWellFormed());
  const color = COLORS[place.level % COLORS.length];
  const rectangle = `<rect x="${x}" y="${y}" width="${width.toFixed(1)}" height="${ROW - 1}" fill="${color}"/>`;
  const text =
    label === "" ? "" : `<text x="${(place.x + 2).toFixed(1)}" y="${y + 13}">${label}</text>`;
  return `<g><title>${about}</title>${rectangle}${text}</g>`;
}

function escapeText(text: string): string {
  return Bun.escapeHTML(text);
}
