import { C, dot, dots, flat, line, shade, shape, strokes } from "../ink.ts";
import { rounded, rules } from "../repair-parts/kit.ts";
import { band } from "./settings.ts";

/** Cars and what shops have, for the automotive scenes. Cars stand on (0, 0): move with `place`. */

/** A steel wheel, `r` from its hub to the tread. */
export function roadWheel(x: number, y: number, r: number): string {
  const holes = [0, 1, 2, 3, 4].map((i) => {
    const angle = (i * 2 * Math.PI) / 5;
    return [
      Math.round(x + Math.sin(angle) * r * 0.4),
      Math.round(y - Math.cos(angle) * r * 0.4),
    ] as const;
  });
  const hole = Math.round(r * 0.11);
  return (
    dot(x, y, r, C.ink) +
    dot(x, y, Math.round(r * 0.63), C.mist) +
    dots(holes, hole, hole) +
    dot(x, y, Math.round(r * 0.16), C.metal)
  );
}

/**
 * The sedan without its wheels: the arches are open, its sills at y = -22. `paint` is drawn on the
 * body, below windows and doors.
 */
export const carShell = (fill: string, glass: string = C.sky, paint = "") =>
  shape(
    "-150,-28! -153,-46 -146,-62 -116,-71 -74,-79! -40,-110 -14,-119 36,-120 72,-112 106,-82! 138,-78 150,-68 152,-28! 144,-21! -142,-21!",
    fill,
  ) +
  paint +
  shade("-151,-42! 152,-42! 152,-28! 144,-21! -142,-21! -150,-28!") +
  shape(
    "-62,-80! -34,-105 -10,-111! -7,-111! -7,-80!|4,-80! 4,-111! 34,-111 64,-104 86,-81!",
    glass,
    3.4,
  ) +
  strokes("-42,-86 -24,-102 0|-32,-86 -20,-97 0|18,-86 32,-102 0", 2, C.white) +
  line("-62,-78! -58,-38! -50,-26!|-2,-80! -2,-26!|88,-79 84,-62 70,-60", 2.8) +
  rules("10,-68 24,-68|-50,-68 -36,-68", 3.4) +
  shape("-150,-60 -138,-64 -128,-58! -140,-51 -151,-52!", C.pale, 3) +
  shape("151,-66! 142,-68! 139,-54! 152,-53!", C.orange, 3) +
  flat(
    "-123,-20! -121,-42 -108,-56 -92,-60 -76,-56 -63,-42 -61,-20!|61,-20! 63,-42 76,-56 92,-60 108,-56 121,-42 123,-20!",
    C.ink,
  ) +
  rounded(-158, -36, 32, 12, 5, C.metal, 3.4) +
  rounded(126, -36, 32, 12, 5, C.metal, 3.4);

/** A sedan from its left side, 316 long, nose to the left. */
export const sideCar = (fill: string, glass?: string) =>
  carShell(fill, glass) + roadWheel(-92, -27, 27) + roadWheel(92, -27, 27);

/** The tires of a car from its front, upright. */
const frontTires = rounded(-98, -42, 36, 43, 8, C.ink) + rounded(62, -42, 36, 43, 8, C.ink);

/** The lower front of a car: 224 wide, its hood ends at y = -98. */
export const frontEnd = (fill: string, tires: string = frontTires) =>
  tires +
  shape(
    "-112,-28! -114,-68 -106,-88 -76,-98! 76,-98! 106,-88 114,-68 112,-28! 104,-18! -104,-18!",
    fill,
  ) +
  shade("-112,-40! 112,-40! 112,-28! 104,-18! -104,-18! -112,-28!") +
  rounded(-52, -74, 104, 24, 8, C.deep, 3.4) +
  rules("-44,-62 44,-62", 3, C.metal) +
  dot(-82, -66, 17, C.cream, 15, true) +
  dot(82, -66, 17, C.cream, 15, true) +
  strokes("-90,-66 -82,-74 2|74,-66 82,-74 2", 2.4, C.sun) +
  rounded(-114, -40, 228, 17, 7, C.metal, 3.4) +
  rounded(-22, -40, 44, 17, 2, C.white, 2.8);

/** A car from its front, 228 wide and 164 tall. */
export const frontCar = (fill: string, tires?: string, glass: string = C.sky) =>
  shape(
    "-112,-112 -96,-116 -88,-106 -92,-98 -110,-100|112,-112 96,-116 88,-106 92,-98 110,-100",
    fill,
    3.4,
  ) +
  shape("-92,-92! -72,-144 -58,-158 0,-164 58,-158 72,-144 92,-92!", fill) +
  shape("-76,-100! -60,-142 -50,-149 0,-153 50,-149 60,-142 76,-100! 0,-105", glass, 3.4) +
  strokes("-48,-114 -28,-142 0|-34,-114 -20,-134 0", 2.4, C.white) +
  frontEnd(fill, tires) +
  line("-60,-97 -44,-86 44,-86 60,-97", 2.8);

/** The post of a lift, seen from beside the car: `height` units up from its foot at (0, 0). */
export const liftPost = (height: number, fill: string) =>
  shape(`-13,0! -13,${-height}! 13,${-height}! 13,0!`, fill) +
  shade(`4,0! 4,${-height}! 13,${-height}! 13,0!`) +
  rounded(-30, -10, 60, 11, 3, fill);

/** The cab of a truck, nose to the right, standing on (0, 0), 110 long and 120 tall. */
export const truckCab = (fill: string) =>
  shape("0,-24! 0,-122! 8,-128 58,-128! 66,-124 86,-82! 122,-74 130,-64 132,-24!", fill) +
  shade("0,-40! 132,-40! 132,-24! 0,-24!") +
  shape("18,-116! 54,-116! 72,-80! 18,-80!", C.sky, 3.4) +
  line("10,-120! 10,-28!|76,-80! 76,-40!", 2.8) +
  rules("18,-66 32,-66", 3.4) +
  shape("132,-64! 118,-64! 116,-48! 132,-46!", C.pale, 3) +
  rounded(110, -32, 28, 12, 4, C.metal, 3.4);

/** An indoor wall above a floor that begins at `y`. */
export const shop = (wall: string, floor: string, y: number) =>
  band(0, y, wall) + band(y, 320, floor) + line(`0,${y}! 480,${y}!`);
