import { C, dot, dots, flat, line, shade, shape, strokes } from "./ink.ts";
import type { Point } from "./path.ts";

/**
 * Objects that several drawings show. Those without coordinates have their lower end at (0, 0)
 * and are moved with `place`.
 */

/** "10,20 30,40" as points, for `dots`. */
export function toPoints(list: string): Point[] {
  return list.split(" ").map((pair) => {
    const [x = 0, y = 0] = pair.split(",").map(Number);
    return [x, y];
  });
}

/** Points of a box with round corners. `tail` goes into its lower edge, from right to left. */
export function box(
  x: number,
  y: number,
  width: number,
  height: number,
  r: number,
  tail = "",
): string {
  const k = Math.round(r * 0.2);
  const [right, low] = [x + width, y + height];
  const top = `${x},${y + r}! ${x + k},${y + k} ${x + r},${y}! ${right - r},${y - 1}! ${right - k},${y + k - 1} ${right},${y + r}!`;
  return `${top} ${right + 1},${low - r}! ${right - k},${low - k} ${right - r},${low}! ${tail} ${x + r},${low + 1}! ${x + k},${low - k} ${x},${low - r}!`;
}

/** Check marks centered on the given points, as one path. */
export function checkMarks(list: string, width = 4, color: string = C.green): string {
  const marks = toPoints(list).map(
    ([x, y]) => `${x - 7},${y}! ${x - 1},${y + 6}! ${x + 8},${y - 7}!`,
  );
  return line(marks.join("|"), width, color);
}

/** The point of the pencil is at (0, 0). */
export const pencil =
  shape("0,0! -8,-16! -8,-84! 8,-84! 8,-16!", C.pale, 3) +
  flat("-6.5,-17! -6.5,-72! 6.5,-72! 6.5,-17!", C.sun) +
  shade("2,-17! 2,-72! 6.5,-72! 6.5,-17!") +
  shape("-8,-72! 8,-72! 8,-84 0,-88 -8,-84", C.orange, 3) +
  shape("0,0! -3,-6! 3,-6!", C.ink, 2);

const keys = (columns: readonly number[]) =>
  columns.flatMap((x) => [-78, -58, -38, -18].map((y) => [x, y] as const));
export const calculator = (fill: string) =>
  shape("-46,-142! 45,-143! 47,0! -47,0!", fill) +
  shade("36,-142! 45,-143! 47,0! 34,0!") +
  shape("-34,-131! 34,-132! 34,-98! -34,-97!", C.mist, 3.4) +
  dots(keys([-28, -9, 10]), 6.5, 6.5, C.cream) +
  dots(keys([29]), 6.5, 6.5, C.sun);

/** Head and shoulders of a worker in a hard hat. */
export const worker = (hat: string, shirt: string) =>
  shape("-30,0! -29,-14 -16,-22 0,-24 16,-22 29,-14 30,0!", shirt, 3.4) +
  dot(0, -38, 17, C.skin, 17, true) +
  dots(toPoints("-6,-38 6,-38"), 2, 2.5) +
  line("-7,-31 0,-28 7,-31", 2.6) +
  shape("-18,-44! -17,-56 -8,-64 8,-64 17,-56 18,-44!", hat, 3.4) +
  line("-5,-62! -5,-50!|5,-62! 5,-50!", 2.4) +
  line("-23,-44! 23,-44!", 5);

export const hardHat =
  shape("-42,-14! -40,-36 -20,-54 18,-54 40,-36 42,-14!", C.sun) +
  shade("18,-54 40,-36 42,-14! 26,-14! 26,-36") +
  shape("-12,-54! -9,-61 9,-61 12,-54! 13,-18! -13,-18!", C.sun) +
  shape("-54,-12 -48,-18! 48,-18! 58,-10 54,0! -54,0!", C.sun);

export const flame =
  shape("-16,0 -26,-18 -16,-34 -12,-26 -6,-48! 8,-32 12,-16 2,0", C.orange, 3.4) +
  flat("-12,-1 -17,-13 -8,-24 1,-13 -3,-1", C.sun);

/** A light bulb with its base below. */
export const bulb =
  shape(
    "-16,-26! -18,-38 -34,-54 -36,-76 -20,-96 0,-102 20,-96 36,-76 34,-54 18,-38 16,-26!",
    C.sun,
  ) +
  shade("20,-96 36,-76 34,-54 18,-38 16,-26! 6,-26! 20,-58") +
  line("-8,-28! -12,-58 -6,-66 0,-56 6,-66 12,-58 8,-28!", 2.6) +
  shape("-15,-26! 15,-26! 14,-6 6,0 -6,0 -14,-6", C.deep) +
  strokes("-10,-16 10,-17 0", 2, C.metal);

export const coin = (x: number, y: number, r: number) =>
  dot(x, y, r, C.sun, r, true) +
  line(
    `${x + 6},${y - 6} ${x},${y - 9} ${x - 6},${y - 4} ${x},${y} ${x + 6},${y + 4} ${x},${y + 9} ${x - 6},${y + 6}|${x},${y - 13}! ${x},${y + 13}!`,
    3,
  );
