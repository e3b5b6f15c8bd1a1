/** Colours as data, and the SGR parameters that show them at a colour level. Pure. */
import type { ColorLevel } from "../terminal/color-level.ts";

/** `#rrggbb`, an index of the 256-colour palette, or `""` for the terminal's own colour. */
export type Color = string | number;

/** SGR parameters of a colour, without the leading 38 or 48; `undefined` where no colour is shown. */
export function colorParameters(
  color: Color,
  level: ColorLevel,
  layer: "fg" | "bg",
): string | undefined {
  const offset = layer === "fg" ? 0 : 10;
  if (level === "none") return undefined;
  if (color === "") return String(39 + offset);
  if (typeof color === "number") {
    return level === "ansi16" ? ansi16(paletteRgb(color), offset) : `${38 + offset};5;${color}`;
  }
  const rgb = parseHex(color);
  if (rgb === undefined) return undefined;
  if (level === "truecolor") return `${38 + offset};2;${rgb.join(";")}`;
  return level === "ansi256" ? `${38 + offset};5;${nearest256(rgb)}` : ansi16(rgb, offset);
}

type Channels = readonly [number, number, number];

/** The channels of `#rrggbb` or `#rgb`. */
export function parseHex(color: string): Channels | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color);
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color);
  const fields = short?.slice(1).map((digit) => digit + digit) ?? long?.slice(1);
  if (fields === undefined) return undefined;
  const [red = 0, green = 0, blue = 0] = fields.map((field) => Number.parseInt(field, 16));
  return [red, green, blue];
}

const CUBE = [0, 95, 135, 175, 215, 255] as const;
const BASIC: readonly Channels[] = [
  [0, 0, 0],
  [205, 0, 0],
  [0, 205, 0],
  [205, 205, 0],
  [0, 0, 238],
  [205, 0, 205],
  [0, 205, 205],
  [229, 229, 229],
  [127, 127, 127],
  [255, 0, 0],
  [0, 255, 0],
  [255, 255, 0],
  [92, 92, 255],
  [255, 0, 255],
  [0, 255, 255],
  [255, 255, 255],
];

function paletteRgb(index: number): Channels {
  if (index < 16) return BASIC[index] ?? [0, 0, 0];
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return [grey, grey, grey];
  }
  const cube = index - 16;
  const level = (step: number) => CUBE[Math.floor(cube / step) % 6] ?? 0;
  return [level(36), level(6), level(1)];
}

function nearest256(rgb: Channels): number {
  let best = 16;
  for (let index = 17; index < 256; index++) {
    if (distance(paletteRgb(index), rgb) < distance(paletteRgb(best), rgb)) best = index;
  }
  return best;
}

function ansi16(rgb: Channels, offset: number): string {
  let best = 0;
  BASIC.forEach((candidate, index) => {
    if (distance(candidate, rgb) < distance(BASIC[best] ?? [0, 0, 0], rgb)) best = index;
  });
  return String((best < 8 ? 30 + best : 82 + best) + offset);
}

/** Squared distance with the weights of the eye. */
function distance(left: Channels, right: Channels): number {
  const [red, green, blue] = [left[0] - right[0], left[1] - right[1], left[2] - right[2]];
  return 2 * red * red + 4 * green * green + 3 * blue * blue;
}
