import { C, dot, dots, group, line, shade, shape, strokes } from "./ink.ts";

/** Shapes that many drawings share. */

export function sparkle(x: number, y: number, r: number, fill: string = C.sun): string {
  const s = Math.round(r * 0.28);
  const points = [
    [0, -r],
    [s, -s],
    [r, 0],
    [s, s],
    [0, r],
    [-s, s],
    [-r, 0],
    [-s, -s],
  ]
    .map(([a = 0, b = 0]) => `${x + a},${y + b}!`)
    .join(" ");
  return shape(points, fill, 2.8);
}

export function drop(x: number, y: number, r: number, fill: string = C.mist): string {
  return shape(
    `${x},${y - r * 1.6}! ${x + r},${y + r * 0.3} ${x},${y + r} ${x - r},${y + r * 0.3}`,
    fill,
    3,
  );
}

export function bush(x: number, y: number, size: number, fill: string = C.leaf): string {
  const p = (a: number, b: number) => `${Math.round(x + a * size)},${Math.round(y + b * size)}`;
  return (
    shape(
      `${p(-1.3, 0)}! ${p(-1.4, -0.6)} ${p(-0.9, -0.9)} ${p(-0.4, -1.4)} ${p(0.3, -1.3)} ${p(0.8, -0.9)} ${p(1.3, -0.7)} ${p(1.3, 0)}!`,
      fill,
    ) + strokes(`${p(-0.5, -0.7)} ${p(-0.1, -0.9)} 2|${p(0.4, -0.5)} ${p(0.8, -0.6)} 2`, 2)
  );
}

export const wheel = (x: number, y: number, r: number) =>
  dot(x, y, r, C.ink) +
  dot(x, y, Math.round(r * 0.56), C.metal) +
  dots([[x, y]], Math.round(r * 0.2), Math.round(r * 0.2));

/** A car seen from its left side, nose to the left. */
export function car(fill: string, hoodUp = false): string {
  return [
    shape(
      "44,166! 40,140 50,126 76,118 104,114! 130,84 160,76 206,77 232,88 252,114! 274,120 282,136 280,166!",
      fill,
    ),
    shade("44,166! 41,150! 281,148! 280,166!"),
    shape("116,113! 136,91 158,86! 164,113!|174,113! 172,85! 204,86 222,93 236,113!", C.mist, 3.4),
    line("169,88! 170,158!", 3) +
      strokes("184,126 200,126 0", 3) +
      strokes("128,112 140,96 0|186,110 196,94 0", 2, C.white),
    hoodUp
      ? shape("106,115! 104,104! 58,54 44,52 40,62 52,82!", fill) +
        shape("54,126! 66,112! 100,110! 104,118! 76,122!", C.ink, 3)
      : "",
    shape("42,136 50,131 58,136 50,143", C.sun, 3) +
      shape("274,130! 282,134! 281,144! 275,143!", C.orange, 3),
    shape("34,156! 66,156! 66,168! 36,168!|262,156! 288,156! 287,168! 262,168!", C.metal, 3.4),
    wheel(94, 168, 25),
    wheel(230, 168, 25),
  ].join("");
}

export const flower = (x: number, y: number, fill: string) =>
  line(`${x},${y}! ${x},${y + 16}!`, 3, C.green) +
  dot(x, y, 6, fill, 6, true).replace("/>", ' stroke-width="2.6"/>');

/** Moves a drawing to a point, turned by degrees and scaled. */
export const place = (content: string, x: number, y: number, turn = 0, scale = 1) =>
  group(
    content,
    `translate(${x} ${y})${turn ? ` rotate(${turn})` : ""}${scale === 1 ? "" : ` scale(${scale})`}`,
  );

/** Upright tools with their lower end at (0, 0), for `place`. */
export const hammer =
  shape("-5,0! -5,-76! 5,-76! 6,0! 0,4", C.belt) +
  shape("-28,-74! -26,-96! -8,-98! 18,-98 32,-84! 20,-84 14,-74!", C.metal) +
  shade("-28,-82! 24,-82! 14,-74! -28,-74!");
export const screwdriver =
  shape("-4,-34! -3,-84! 3,-84! 4,-34!", C.metal, 3.4) +
  shape("-9,0 -10,-30 -6,-38 6,-38 10,-30 9,0 0,5", C.orange) +
  strokes("-3,-6 -3,-28 0|4,-6 4,-28 0", 2);
export const wrench =
  shape(
    "-6,0 -6,-62! -18,-72 -18,-88 -10,-98! -8,-82! 8,-82! 10,-98! 18,-88 18,-72 6,-62! 6,0 0,6",
    C.metal,
  ) + shade("1,4! 2,-64! 10,-74! 12,-94! 18,-88 18,-72 6,-62! 6,0");
