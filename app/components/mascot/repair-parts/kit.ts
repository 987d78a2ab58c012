import { C, el, flat, line, shade, shape, strokes } from "../ink.ts";
import { drop, place } from "../shapes.ts";
import { box } from "../small-objects.ts";

/**
 * Shapes that many parts share. A part is 160 by 160 units with lines of 5; the action color marks
 * only the trouble spot, so what surrounds it stays light.
 */

/** Width of inner lines. */
export const FINE = 3.4;

const corners = (x: number, y: number, width: number, height: number) =>
  `${x},${y}! ${x + width},${y - 1}! ${x + width + 1},${y + height}! ${x},${y + height + 1}!`;

/** A box, slightly out of square as if drawn freehand. */
export const panel = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  lineWidth?: number,
) => shape(corners(x, y, width, height), fill, lineWidth);

/** A box with round corners. */
export const rounded = (
  x: number,
  y: number,
  width: number,
  height: number,
  r: number,
  fill: string,
  lineWidth?: number,
) => shape(box(x, y, width, height, r), fill, lineWidth);

/** A box with round corners and a darker right side. */
export const machine = (x: number, y: number, width: number, height: number, fill: string) =>
  rounded(x, y, width, height, 7, fill) + shade(corners(x + width - 12, y + 3, 10, height - 6));

export const disc = (x: number, y: number, r: number, fill: string, lineWidth?: number) =>
  el("circle", { cx: x, cy: y, r, fill, "stroke-width": lineWidth });

/** A pipe, hose or bar along a line. */
export const tube = (spec: string, width: number, fill: string = C.metal) =>
  line(spec, width + 9) + line(spec, width, fill);

/** Straight inner lines of one width: "x,y x2,y2" each, separated by `|`. */
export const rules = (spec: string, width = FINE, color?: string) =>
  line(
    spec
      .split("|")
      .map((part) => part.trim().replaceAll(" ", "! "))
      .join("!|")
      .concat("!"),
    width,
    color,
  );

/** Parallel lines: the first one, the step to the next, and how many. */
export function repeat(
  [x, y, x2, y2]: readonly [number, number, number, number],
  [stepX, stepY]: readonly [number, number],
  count: number,
  width = FINE,
  color?: string,
): string {
  const all = Array.from(
    { length: count },
    (_, i) => `${x + i * stepX},${y + i * stepY} ${x2 + i * stepX},${y2 + i * stepY}`,
  );
  return rules(all.join("|"), width, color);
}

/** Short lines from a circle outwards: teeth of a gear, vanes of a wheel. */
export const radial = (count: number, x: number, y: number, r: number, length: number, width = 5) =>
  rules(
    Array.from({ length: count }, (_, i) => {
      const angle = (i * 2 * Math.PI) / count;
      const at = (far: number) =>
        `${Math.round(x + Math.sin(angle) * far)},${Math.round(y - Math.cos(angle) * far)}`;
      return `${at(r)} ${at(r + length)}`;
    }).join("|"),
    width,
  );

export const ground = (y = 147) => line(`8,${y} 52,${y + 1} 108,${y - 1} 152,${y}`);

/** Soil below a lawn, cut open from `y` to the lower edge. */
export const earth = (y: number) =>
  shape(`8,${y}! 152,${y}! 150,142 146,150! 14,150! 9,142`, C.tan) +
  line(`8,${y} 52,${y + 1} 108,${y - 1} 152,${y}`, 9, C.green) +
  line(`8,${y + 4} 52,${y + 5} 108,${y + 3} 152,${y + 4}`, FINE);

export const puddle = (x: number, y: number, r: number) =>
  shape(
    `${x - r},${y} ${x - r * 0.5},${y - 6} ${x + r * 0.4},${y - 5} ${x + r},${y} ${x + r * 0.5},${y + 5} ${x - r * 0.5},${y + 5}`,
    C.mist,
    FINE,
  );

/** Water, oil or coolant where it should not be: "x,y,r" each. */
export const drips = (list: string) =>
  list
    .split(" ")
    .map((word) => {
      const [x = 0, y = 0, r = 7] = word.split(",").map(Number);
      return drop(x, y, r, C.orange);
    })
    .join("");

export const bolt = (x: number, y: number, scale = 1) =>
  place(
    shape(
      "4,-19! -11,4! -2,4! -6,19! 11,-5! 2,-5! 8,-19!",
      C.orange,
      Math.round((FINE / scale) * 10) / 10,
    ),
    x,
    y,
    0,
    scale,
  );

export const crack = (spec: string, width = 4.6) => rules(spec, width, C.orange);

/** Strokes around a trouble spot, between two angles in degrees to the right of upright. */
export function ticks(
  x: number,
  y: number,
  r: number,
  from: number,
  to: number,
  count = 3,
): string {
  const all = Array.from({ length: count }, (_, i) => {
    const angle = ((from + ((to - from) * i) / Math.max(1, count - 1)) * Math.PI) / 180;
    const at = (far: number) =>
      `${Math.round(x + Math.sin(angle) * far)},${Math.round(y - Math.cos(angle) * far)}`;
    return `${at(r)} ${at(r + 12)} 0`;
  });
  return strokes(all.join("|"), 3.4, C.orange);
}

export function flake(x: number, y: number, r: number, color: string = C.orange): string {
  const arms = [
    [0, 0, 0, -r],
    [-r * 0.32, -r * 0.92, 0, -r * 0.6],
    [r * 0.32, -r * 0.92, 0, -r * 0.6],
  ] as const;
  const turned = [0, 60, 120, 180, 240, 300].map((degrees) => {
    const [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
    const turn = (a: number, b: number) =>
      `${Math.round(x + a * c - b * s)},${Math.round(y + a * s + b * c)}`;
    return arms.map(([a, b, d, e]) => `${turn(a, b)} ${turn(d, e)}`).join("|");
  });
  return rules(turned.join("|"), 4, color);
}

/** Icicles below a level line: "x,length" each. */
export const icicles = (y: number, list: string, fill: string = C.white) =>
  shape(
    list
      .split(" ")
      .map((word) => {
        const [x = 0, length = 0] = word.split(",").map(Number);
        return `${x - 6},${y}! ${x},${y + length}! ${x + 6},${y}!`;
      })
      .join("|"),
    fill,
    3,
  );

/** Four fan blades around (0, 0), 32 units long, for `place`. */
export const fanBlades = (fill: string) =>
  flat(
    "0,0! -8,-23 4,-32 12,-19|0,0! 22,-9 32,3 20,11|0,0! 8,23 -4,31 -12,19|0,0! -22,9 -32,-3 -20,-11",
    fill,
  );

/** Joints of masonry in a box, each course `step` high and shifted against the last. */
export function courses(
  x: number,
  y: number,
  width: number,
  height: number,
  step: number,
  brick: number,
): string {
  const all: string[] = [];
  for (let row = 0; row * step < height; row++) {
    const top = y + row * step;
    if (row > 0) all.push(`${x},${top} ${x + width},${top}`);
    const low = Math.min(top + step, y + height);
    for (let at = row % 2 ? brick / 2 : brick; at < width - 2; at += brick)
      all.push(`${x + at},${top} ${x + at},${low}`);
  }
  return rules(all.join("|"), 3);
}
