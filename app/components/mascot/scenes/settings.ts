import { C, dot, dots, flat, line, shape, strokes } from "../ink.ts";
import { repeat, rules } from "../repair-parts/kit.ts";

/**
 * Places where the jobs are. Each fills the whole scene, 480 by 320 units, and is drawn first. On
 * phones a scene is a strip of y 60 to 260: what tells the service stays inside it.
 */

export const WIDTH = 480;
export const HEIGHT = 320;

export type Time = "day" | "dusk" | "night";

const SKIES: Record<Time, string> = { day: C.sky, dusk: C.dusk, night: C.night };

/** A rectangle of color over the whole width, and a little more, as its edges wobble. */
export const band = (top: number, bottom: number, fill: string) =>
  flat(`-6,${top}! ${WIDTH + 6},${top}! ${WIDTH + 6},${bottom}! -6,${bottom}!`, fill);

/** A rectangle with an outline. */
export const block = (
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  lineWidth?: number,
) =>
  shape(
    `${x},${y}! ${x + width},${y}! ${x + width},${y + height}! ${x},${y + height}!`,
    fill,
    lineWidth,
  );

const clouds = (list: string) =>
  list
    .split(" ")
    .map((word) => {
      const [x = 0, y = 0, r = 14] = word.split(",").map(Number);
      return flat(
        `${x - r * 2},${y}! ${x - r * 2},${y - r * 0.6} ${x - r},${y - r * 0.8} ${x - r * 0.4},${y - r * 1.4} ${x + r * 0.6},${y - r * 1.2} ${x + r},${y - r * 0.6} ${x + r * 2},${y - r * 0.5} ${x + r * 2},${y}!`,
        C.white,
        ".75",
      );
    })
    .join("");

/** The clouds of a day, each as x, y and radius. */
const DAY_CLOUDS = "80,64,15 262,44,12 412,78,17";

export function sky(time: Time = "day", dayClouds: string = DAY_CLOUDS): string {
  if (time === "day") return band(-6, HEIGHT + 6, SKIES.day) + clouds(dayClouds);
  if (time === "dusk")
    return (
      band(-6, HEIGHT + 6, SKIES.dusk) +
      dot(390, 150, 46, C.pale) +
      dot(390, 150, 30, C.sun) +
      flat(
        "0,120! 120,112 240,124 200,134 80,128 0,132!|300,96! 420,90 480,94! 480,102! 380,104",
        C.pale,
        ".6",
      )
    );
  return (
    band(-6, HEIGHT + 6, SKIES.night) +
    dot(404, 70, 22, C.pale) +
    dot(414, 62, 20, C.night) +
    dots(
      [
        [40, 40],
        [96, 84],
        [160, 30],
        [226, 66],
        [300, 36],
        [346, 96],
        [454, 110],
      ],
      2,
      2,
      C.pale,
    )
  );
}

/** Grass from `y` down, with its upper edge in ink. */
export const lawn = (y = 262, fill: string = C.grass) =>
  band(y, HEIGHT + 6, fill) +
  line(`0,${y} 120,${y - 2} 260,${y + 1} 480,${y}`) +
  strokes(
    `40,${y + 30} 46,${y + 18} 1|52,${y + 31} 54,${y + 20} 1|200,${y + 44} 206,${y + 32} 1|330,${y + 26} 334,${y + 15} 1|342,${y + 27} 350,${y + 17} 1|440,${y + 46} 446,${y + 34} 1`,
    2,
    C.green,
  );

/** A yard or a garden under the sky. */
export const yard = (time: Time = "day", ground = 262) => sky(time) + lawn(ground);

/** A paved surface from `y` down. */
export const pavement = (y = 262, fill: string = C.stone) =>
  band(y, HEIGHT + 6, fill) + line(`0,${y} 160,${y - 1} 320,${y + 1} 480,${y}`);

/** A street: asphalt with a dashed line. */
export const road = (time: Time = "day", y = 246, dayClouds: string = DAY_CLOUDS) =>
  sky(time, dayClouds) +
  band(y - 16, y, time === "night" ? C.deep : C.grass) +
  line(`0,${y - 16} 480,${y - 17}`, 3) +
  band(y, HEIGHT + 6, time === "night" ? C.ink : C.metal) +
  line(`0,${y} 480,${y}`) +
  flat(
    `20,${y + 42}! 90,${y + 42}! 84,${y + 50}! 14,${y + 50}!|150,${y + 42}! 220,${y + 42}! 214,${y + 50}! 144,${y + 50}!|280,${y + 42}! 350,${y + 42}! 344,${y + 50}! 274,${y + 50}!|410,${y + 42}! 480,${y + 42}! 474,${y + 50}! 404,${y + 50}!`,
    C.cream,
    ".7",
  );

/** An inside wall and a floor that meet at `y`, with a baseboard. */
export const room = (wall: string = C.wall, floor: string = C.tan, y = 262) =>
  band(0, y, wall) +
  band(y, HEIGHT + 6, floor) +
  block(-6, y - 14, WIDTH + 12, 14, C.white, 3.4) +
  line(`0,${y}! ${WIDTH},${y}!`);

/** Boards on a floor below `y`, drawn over `room`. */
export const floorBoards = (y = 262) =>
  repeat([0, y + 20, WIDTH, y + 20], [0, 20], 2, 2.4) +
  rules(
    `70,${y} 66,${y + 20}|200,${y} 198,${y + 20}|330,${y} 334,${y + 20}|130,${y + 20} 126,${y + 40}|270,${y + 20} 270,${y + 40}|410,${y + 20} 416,${y + 40}`,
    2.4,
  );

/** Square tiles on a wall, between `top` and `bottom`. */
export const tiles = (top: number, bottom: number, size = 32, color: string = C.metal) =>
  repeat([0, top, WIDTH, top], [0, size], Math.floor((bottom - top) / size) + 1, 1.8, color) +
  repeat([size / 2, top, size / 2, bottom], [size, 0], Math.floor(WIDTH / size), 1.8, color);

/** A bathroom: tiles up to shoulder height, a plain wall above, small floor tiles. */
export const bathroom = (wall: string = C.sky) =>
  band(0, 90, wall) +
  band(90, 262, C.wall) +
  tiles(96, 262, 28, C.white) +
  block(-6, 86, WIDTH + 12, 10, C.petrol, 3) +
  band(262, HEIGHT + 6, C.mist) +
  line(`0,262! ${WIDTH},262!`) +
  rules(
    "60,262 20,320|150,262 130,320|240,262 240,320|330,262 350,320|420,262 460,320|0,288 480,288",
    2,
    C.metal,
  );

/** A basement or utility room: block wall, joists above, concrete floor. */
export const basement = (wall: string = C.stone) =>
  band(0, 262, wall) +
  rules(
    "0,84 480,84|0,128 480,128|0,172 480,172|0,216 480,216|60,40 60,84|180,40 180,84|300,40 300,84|420,40 420,84|120,84 120,128|240,84 240,128|360,84 360,128|60,128 60,172|180,128 180,172|300,128 300,172|420,128 420,172|120,172 120,216|240,172 240,216|360,172 360,216|60,216 60,262|180,216 180,262|300,216 300,262|420,216 420,262",
    1.8,
    C.belt,
  ) +
  band(0, 40, C.bark) +
  block(-6, 0, WIDTH + 12, 14, C.tan, 3) +
  [30, 140, 250, 360, 468].map((x) => block(x - 14, 8, 24, 34, C.belt, 3)).join("") +
  band(262, HEIGHT + 6, C.metal) +
  line(`0,262! ${WIDTH},262!`);

/** An attic: rafters under the roof, joists below. */
export const attic = () =>
  band(-6, HEIGHT + 6, C.bark) +
  shape("-10,262! 240,-30! 490,262!", C.belt) +
  rules("60,262 240,52|140,262 240,145|420,262 240,52|340,262 240,145", 2.4, C.bark) +
  shape("-14,262! 240,-36! 494,262! 466,262! 240,-4! 14,262!", C.tan) +
  block(-6, 258, WIDTH + 12, 16, C.tan) +
  band(274, HEIGHT + 6, C.ink);

/**
 * A roof slope seen from the side yard, rising from the left: its edge runs from (0, 262) to (480,
 * 96).
 */
export const roofSlope = (time: Time = "day", fill: string = C.brick) =>
  sky(time) +
  shape("-8,236! 488,92! 488,328! -8,328!", fill) +
  rules("-8,268 488,126|-8,300 488,160|-8,332 488,194|100,332 488,228|220,332 488,262", 3) +
  rules(
    "70,214 76,244|160,188 168,218|250,162 258,190|340,136 348,164|430,110 438,138|20,262 26,292|110,236 118,264|200,208 208,236|290,182 298,210|380,156 388,184|460,132 468,160|60,284 68,312|150,256 158,284|240,230 248,258|330,202 338,230|420,176 428,204|200,276 208,302|290,248 298,276|380,222 388,250",
    2.4,
  );

/** The outside wall of a house with lap siding, above a lawn. */
export const houseWall = (fill: string = C.cream, lines: string = C.tan) =>
  band(0, 254, fill) +
  repeat([0, 24, WIDTH, 24], [0, 26], 9, 2.2, lines) +
  block(-6, 236, WIDTH + 12, 26, C.stone) +
  lawn(262);

/** A garage door and its drive: the house fills the back, concrete in front. */
export const driveway = (time: Time = "day") =>
  sky(time) +
  block(40, 30, 400, 224, C.cream) +
  repeat([42, 56, 438, 56], [0, 24], 8, 2, C.tan) +
  shape("20,40! 60,-10! 420,-10! 460,40!", C.petrol) +
  pavement(254, C.stone);

/** A repair shop: tool board, window band, painted floor. */
export const serviceBay = (wall: string = C.wall) =>
  band(0, 180, wall) +
  band(180, 250, C.petrol) +
  block(-6, 174, WIDTH + 12, 9, C.sun, 3) +
  block(26, 34, 118, 96, C.tan, 3.4) +
  shape("42,52! 50,52! 50,110! 42,110!|62,50! 74,50! 70,114! 65,114!", C.metal, 2.6) +
  shape("84,56! 108,56! 108,68! 100,68! 100,112! 92,112! 92,68! 84,68!", C.orange, 2.6) +
  line("128,54! 128,108!", 5) +
  dot(128, 60, 9, C.metal, 9, true) +
  block(340, 30, 116, 70, C.sky, 3.4) +
  line("398,30! 398,100!|340,64! 456,64!", 3) +
  band(250, HEIGHT + 6, C.metal) +
  line(`0,250! ${WIDTH},250!`) +
  flat("0,296! 480,296! 480,304! 0,304!", C.sun);
