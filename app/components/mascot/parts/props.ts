import { C, dot, flat, line, shade, shape, strokes } from "../ink.ts";

/**
 * Props in a hand's coordinates: the handle lies along x near y = -20, the working end to the
 * right.
 */
export const wrench =
  shape(
    "-64,-28! -72,-24! -72,-16! -64,-12! 62,-12! 72,0 90,6 110,2 116,-6! 94,-12! 94,-28! 116,-34! 110,-42 90,-46 72,-40 62,-28!",
    C.metal,
  ) +
  shade("-64,-12! 62,-12! 72,0 90,6 110,2 90,-2 72,-10 60,-17! -70,-16!") +
  dot(-58, -20, 3.4, C.ink);

export const phone =
  shape(
    "-44,-6 -46,-30 -38,-46 -24,-44 -20,-32! 20,-32! 24,-44 38,-46 46,-30 44,-6 20,2 -20,2",
    C.orange,
  ) +
  shade(
    "-38,-46 -24,-44 -20,-32! 20,-32! 24,-44 38,-46 40,-38 24,-30 20,-24 -20,-24 -24,-30 -40,-38",
  );

export const flashlight =
  shape("-34,-30! 34,-30! 48,-40! 70,-42! 70,2! 48,0! 34,-10! -34,-10! -38,-20", C.deep) +
  shape("48,-40! 70,-42! 70,2! 48,0!", C.sun) +
  shade("-36,-14 34,-16 48,-8 70,-6! 70,2! 48,0! 34,-10! -34,-10!");

/** Light from a flashlight, along x. */
export const beam =
  flat("68,-40! 128,-66! 140,-20 128,26! 68,0!", C.sun, ".35") +
  flat("68,-34! 108,-46! 116,-20 108,6! 68,-6!", C.sun, ".35");

export const pencil =
  shape("-30,-25! 30,-25! 44,-20! 30,-15! -30,-15!", C.sun, 3.6) +
  flat("-30,-25! -20,-25! -20,-15! -30,-15!", C.orange) +
  dot(42, -20, 2, C.ink);

/** A clipboard, its lower edge around (0, 0). */
export const clipboard =
  shape("-44,-106! 44,-106! 45,4! -45,4!", C.belt) +
  shape("-35,-97! 35,-97! 36,-5! -36,-5!", C.cream, 3.4) +
  shape("-18,-112! -8,-112 0,-120 8,-112 18,-112! 18,-98! -18,-98!", C.metal, 3.6) +
  line("-6,-78! 26,-78!|-6,-56! 26,-56!|-6,-34! 20,-34!", 3.4, C.metal) +
  line(
    "-26,-80! -21,-74! -14,-84!|-26,-58! -21,-52! -14,-62!|-26,-36! -21,-30! -14,-40!",
    3.8,
    C.green,
  );

const water = "#BFD3D7";

/** A broken pipe that sticks out of the ground to the left of Henry. */
export const brokenPipe =
  shape(
    "52,366! 30,304 4,292 14,312 34,366!|54,366! 54,290 40,254 66,272 72,366!|66,366! 86,306 112,296 104,316 82,366!",
    water,
    3.4,
  ) +
  flat("6,462 30,452 70,450 116,456 126,464 90,472 30,472", water) +
  strokes("40,350 22,310 4|62,350 58,286 3|76,350 94,314 -4", 2, C.white) +
  shape("38,462! 37,372! 44,364! 52,374! 60,360! 68,372! 77,364! 77,462!", C.metal) +
  shade("66,368! 77,364! 77,462! 64,462!") +
  shape("30,400! 84,399! 84,418! 30,418!", C.metal) +
  shape("16,262 10,274 16,280 22,274|92,268 86,280 92,286 98,280", water, 3);

/** Scraps of paper, "x,y turn" each, separated by `|`. */
function scraps(spec: string, fill: string): string {
  const pieces = spec.split("|").map((part) => {
    const [x = 0, y = 0, turn = 0] = part.split(/[\s,]+/).map(Number);
    const [c, s] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
    return [
      [-7, -4],
      [7, -5],
      [6, 4],
      [-7, 5],
    ]
      .map(([a = 0, b = 0]) => `${Math.round(x + a * c - b * s)},${Math.round(y + a * s + b * c)}!`)
      .join(" ");
  });
  return shape(pieces.join("|"), fill, 3);
}

export const confetti =
  scraps("40,60 30|378,240 20|70,26 65", C.orange) +
  scraps("98,38 -20|344,330 35", C.green) +
  scraps("318,34 50|26,236 70", C.sun) +
  scraps("372,70 -35|60,330 -40", C.petrol) +
  line("34,292 44,288 42,278 52,276|366,296 356,290 360,282 350,276", 4, C.orange);

export const shadow = (x: number, rx: number) => dot(x, 464, rx, C.sand, 9);
