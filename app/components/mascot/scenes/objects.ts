import { C, dot, dots, el, flat, line, shade, shape, strokes } from "../ink.ts";
import type { Point } from "../path.ts";
import { rules } from "../repair-parts/kit.ts";
import { bush, drop, flower, place, sparkle, wheel } from "../shapes.ts";
import { block } from "./settings.ts";

/** Things that several scenes show. Those without coordinates stand on (0, 0): move them with `place`. */

export { bush, drop, flower, place, sparkle, wheel };

/** A window in a wall, its view in `glass`. */
export const windowAt = (
  x: number,
  y: number,
  width: number,
  height: number,
  glass: string = C.sky,
) =>
  block(x - 7, y - 7, width + 14, height + 14, C.white) +
  block(x, y, width, height, glass, 3.4) +
  strokes(
    `${x + 8},${y + 26} ${x + 26},${y + 8} 0|${x + 8},${y + 40} ${x + 34},${y + 14} 0`,
    2,
    C.white,
  ) +
  line(
    `${x + width / 2},${y}! ${x + width / 2},${y + height}!|${x},${y + height / 2}! ${x + width},${y + height / 2}!`,
    3.4,
  ) +
  block(x - 12, y + height + 6, width + 24, 8, C.white, 3.4);

/** A straight ladder from its foot (x, y) to its top. */
export function ladder(x: number, y: number, topX: number, topY: number, width = 34): string {
  const steps = Math.max(3, Math.round(Math.hypot(topX - x, topY - y) / 24));
  const rungs = Array.from({ length: steps - 1 }, (_, i) => {
    const t = (i + 1) / steps;
    const [rx, ry] = [Math.round(x + (topX - x) * t), Math.round(y + (topY - y) * t)];
    return `${rx},${ry} ${rx + width},${ry}`;
  }).join("|");
  const rails = `${x},${y}! ${topX},${topY}!|${x + width},${y}! ${topX + width},${topY}!`;
  return rules(rungs, 9) + rules(rungs, 3.6, C.pale) + line(rails, 10) + line(rails, 4.6, C.sun);
}

export const toolbox =
  line("-20,-30! -20,-44! 20,-44! 20,-30!", 6) +
  block(-36, -32, 72, 32, C.orange) +
  shade("-36,-12! 36,-12! 36,0! -36,0!") +
  line("-36,-20! 36,-20!", 3) +
  block(-6, -25, 12, 10, C.sun, 2.6);

export const bucket = (fill: string = C.petrol) =>
  shape("-20,-34! 20,-34! 15,0! -15,0!", fill) +
  shade("8,-34! 20,-34! 15,0! 6,0!") +
  line("-20,-34 -16,-18 0,-14 16,-18 20,-34", 2.4, C.mist) +
  shape("-20,-34 0,-38 20,-34 0,-30", C.mist, 3);

export const carton = (width = 52, height = 40) =>
  block(-width / 2, -height, width, height, C.tan) +
  line(`0,${-height}! 0,${-height / 2}!`, 8, C.pale) +
  line(`${-width / 2},${-height}! ${width / 2},${-height}!`);

/** The triangle that stands behind a car that broke down. */
export const warningTriangle =
  shape("-26,0! 0,-44! 26,0!", C.orange) + shape("-11,-9! 0,-28! 11,-9!", C.cream, 3);

/** A puddle, `r` units to either side. */
export const puddle = (x: number, y: number, r: number, fill: string = C.water) =>
  shape(
    `${x - r},${y} ${x - r * 0.5},${y - r * 0.18} ${x + r * 0.3},${y - r * 0.14} ${x + r},${y} ${x + r * 0.6},${y + r * 0.16} ${x - r * 0.4},${y + r * 0.18}`,
    fill,
    3,
  );

/** A tree with its trunk on (0, 0), `r` units from its middle to the edge of its crown. */
export const tree = (r: number, fill: string = C.leaf) => {
  const p = (a: number, b: number) => `${Math.round(a * r)},${Math.round(b * r)}`;
  return (
    shape(`${p(-0.14, 0)}! ${p(-0.1, -1)}! ${p(0.1, -1)}! ${p(0.16, 0)}!`, C.belt) +
    shape(
      `${p(-0.2, -0.8)} ${p(-0.9, -1)} ${p(-1, -1.6)} ${p(-0.6, -2.2)} ${p(0.1, -2.6)} ${p(0.8, -2.2)} ${p(1, -1.5)} ${p(0.8, -0.9)}`,
      fill,
    ) +
    strokes(
      `${p(-0.5, -1.5)} ${p(-0.2, -1.7)} 2|${p(0.2, -2)} ${p(0.5, -2)} 2|${p(0.2, -1.2)} ${p(0.5, -1.3)} 2`,
      2.4,
    )
  );
};

/** A small house, 150 wide, standing on (0, 0). `lit` windows for the evening. */
export const house = (wall: string = C.cream, roof: string = C.orange, lit = false) =>
  block(-66, -88, 132, 88, wall) +
  shade("44,-88! 66,-88! 66,0! 44,0!") +
  block(32, -142, 20, 46, C.brick) +
  flat("-66,-86! 0,-140! 66,-86!", wall) +
  shape("-84,-82! 0,-148! 84,-82! 76,-72! 0,-132! -76,-72!", roof) +
  block(-14, -50, 28, 50, C.petrol) +
  dot(8, -24, 3, C.sun) +
  [-50, 26]
    .map(
      (x) =>
        block(x, -58, 26, 28, lit ? C.sun : C.sky, 3) +
        line(`${x + 13},-58! ${x + 13},-30!|${x},-44! ${x + 26},-44!`, 2.4),
    )
    .join("");

/** The same house at night without power. */
export const darkHouse = house(C.petrol, C.deep)
  .replaceAll(C.sky, C.ink)
  .replaceAll(C.brick, C.deep);

/** The van of a professional, 154 long, nose to the right, standing on (0, 0). */
export const van =
  shape("-76,-12! -76,-84! -70,-90 34,-90! 56,-84 70,-52! 78,-46 78,-12!", C.green) +
  shape("30,-80! 50,-76 60,-52! 30,-52!", C.mist, 3.4) +
  flat("-76,-38! 78,-38! 78,-28! -76,-28!", C.sun) +
  line("20,-90! 20,-12!|-76,-12! 78,-12!", 3) +
  wheel(-42, -12, 16) +
  wheel(46, -12, 16);

/** A customer, seen from the front, to the waist: stands on (0, 0), 110 tall. */
export const customer = (shirt: string = C.coral, hair: string = C.bark) =>
  shape("-34,0! -32,-34 -18,-46 0,-48 18,-46 32,-34 34,0!", shirt) +
  shape("-8,-52! 8,-52! 9,-42 0,-38 -9,-42", C.skin, 3.4) +
  dot(0, -76, 25, C.skin, 26, true) +
  shape("-26,-74! -28,-92 -14,-106 6,-108 24,-98 27,-76! 18,-86 0,-90 -16,-86", hair, 3.4) +
  dots(
    [
      [-9, -74],
      [9, -74],
    ],
    2.6,
    3.6,
  ) +
  line("-8,-62 0,-58 8,-62", 3);

/** Light from a flashlight at (x, y): a cone towards (toX, toY), `spread` units wide at its end. */
export function lightCone(x: number, y: number, toX: number, toY: number, spread: number): string {
  const length = Math.hypot(toX - x, toY - y) || 1;
  const [nx, ny] = [(-(toY - y) / length) * spread, ((toX - x) / length) * spread];
  const at = (side: number) => `${Math.round(toX + nx * side)},${Math.round(toY + ny * side)}`;
  return (
    flat(`${x},${y}! ${at(1)}! ${at(-1)}!`, C.pale, ".5") +
    flat(`${x},${y}! ${at(0.55)}! ${at(-0.55)}!`, C.cream, ".5")
  );
}

/** Short rays around a point, in the color of an alarm: heat, noise, sparks. */
export const rays = (x: number, y: number, r: number, color: string = C.orange, count = 8) =>
  rules(
    Array.from({ length: count }, (_, i) => {
      const angle = (i * 2 * Math.PI) / count + 0.3;
      const at = (far: number) =>
        `${Math.round(x + Math.sin(angle) * far)},${Math.round(y - Math.cos(angle) * far)}`;
      return `${at(r)} ${at(r + 11)}`;
    }).join("|"),
    4,
    color,
  );

/** A bracket on a roof at (x, y) that holds a rope, its ring 16 units above it. */
export const roofAnchor = (x: number, y: number, turn = 0) =>
  place(
    block(-20, -7, 40, 9, C.metal, 3.4) +
      line("0,-8! 0,-16!", 8) +
      dot(0, -18, 7, C.orange, 7, true) +
      dot(0, -18, 2.4, C.ink),
    x,
    y,
    turn,
  );

/** A safety rope along a line to its end. */
export const rope = (spec: string, [x, y]: Point) =>
  line(`${spec} ${x},${y}`, 7.4) + line(`${spec} ${x},${y}`, 3, C.cream);

/** A cloud of round puffs, "x,y,r" each, with one outline around all: steam, foam or dust. */
export function puffs(list: string, fill: string = C.white): string {
  const d = list
    .split(" ")
    .map((word) => {
      const [x = 0, y = 0, r = 0] = word.split(",").map(Number);
      return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0`;
    })
    .join("");
  return el("path", { d, "stroke-width": 7 }) + el("path", { d, fill, stroke: "none" });
}
