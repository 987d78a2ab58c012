import { C, dot, flat, group, line, shade, shape, strokes } from "../ink.ts";
import { hands } from "../parts/hands.ts";
import * as props from "../parts/props.ts";
import { repeat, rounded, rules, tube } from "../repair-parts/kit.ts";
import { brokenCar, steam } from "./home-car.ts";
import { comicScenes } from "./home-comic.ts";
import { tileElse, tileHeat } from "./home-homeowners.ts";
import { bucket, drop, place, puffs, tree } from "./objects.ts";
import { band, block, HEIGHT, room, sky } from "./settings.ts";

/** The problem tiles of the home page: an everyday trouble each, as the homeowner sees it. */

/** Flood water over the whole width from `y` down, with small waves. */
const flood = (y: number) =>
  shape(
    `-6,${y}! 40,${y - 4} 90,${y + 3} 150,${y - 3} 210,${y + 4} 270,${y - 3} 340,${y + 3} 410,${y - 4} 486,${y}! 486,330! -6,330!`,
    C.water,
  ) +
  strokes(
    `30,${y + 26} 70,${y + 26} 4|150,${y + 40} 196,${y + 40} 4|290,${y + 24} 334,${y + 24} 4|390,${y + 44} 440,${y + 44} 4|40,${y + 62} 84,${y + 62} 4|250,${y + 64} 300,${y + 64} 4`,
    2.6,
    C.white,
  );

/** A breaker of a fuse box: switched on, or tripped. */
const breaker = (x: number, y: number, isTripped: boolean) =>
  block(x, y, 66, 48, isTripped ? C.orange : C.petrol, 3.4) +
  block(x + (isTripped ? 38 : 7), y + 9, 21, 30, isTripped ? C.sun : C.mist, 3);

/** A thick pipe on the wall has burst: water sprays out and floods the room. */
const tileWater = [
  room(C.pale, C.tan, 262),
  tube("-10,104! 176,104!", 34) + tube("258,104! 372,104 400,112 408,140! 408,330!", 34),
  block(150, 78, 28, 52, C.petrol) +
    block(254, 78, 28, 52, C.petrol) +
    block(382, 176, 52, 24, C.petrol),
  rules("-6,94 140,94|296,94 370,94", 5, C.white),
  tube("84,84! 84,66!", 9) + rounded(50, 50, 68, 18, 8, C.orange),
  shape(
    "180,92! 168,40 136,4 120,-10! 160,-10! 196,50! 206,-10! 240,-10! 236,50! 268,-10! 314,-10! 290,20 260,60 254,92! 254,116! 296,150 322,196 330,250! 286,250! 262,196 240,176! 232,252! 186,252! 196,180 180,170! 152,196 140,250! 100,250! 108,190 140,146 180,116!",
    C.water,
  ),
  strokes(
    "206,84 176,22 3|218,80 222,14 0|232,82 264,24 -3|206,128 150,180 6|214,132 210,226 0|232,126 290,196 -8",
    4,
    C.white,
  ),
  shape(
    "172,92! 190,88! 184,98! 198,104! 184,110! 190,120! 172,118!|262,92! 244,86! 250,98! 238,104! 250,112! 244,120! 262,118!",
    C.metal,
    3.4,
  ),
  drop(26, 50, 9, C.water) +
    drop(342, 56, 10, C.water) +
    drop(366, 158, 8, C.water) +
    drop(86, 170, 9, C.water) +
    drop(450, 110, 9, C.water),
  place(bucket(C.petrol), 374, 254, -16, 1.5),
  flood(240),
  place(
    shape("-30,-4! -34,-22 -20,-28 -2,-26! -6,-46 8,-56 24,-48 24,-32 30,-14 20,2 -14,4", C.sun) +
      shape("22,-44! 36,-40 22,-34!", C.orange, 3) +
      dot(12, -44, 3, C.ink),
    50,
    256,
  ),
  strokes("120,252 90,236 -3|150,250 132,226 -3|270,250 284,226 3|318,250 342,234 3", 4, C.white),
];

/** A dark wall: a flashlight finds the open fuse box with one tripped breaker. */
const tilePower = [
  band(0, HEIGHT, C.night),
  band(286, HEIGHT, C.ink),
  line("66,-6! 66,34!", 6),
  block(51, 32, 30, 22, C.deep) +
    shape("53,54! 28,76 24,108 44,132 88,132 108,108 104,76 79,54!", C.petrol) +
    line("56,58! 52,92 64,84 78,92 76,58!", 2.6) +
    strokes("40,108 44,82 5", 3, C.metal),
  flat("118,204! 222,36! 222,280! 140,242!", C.pale, ".45"),
  flat("118,204! 222,84! 222,264! 140,242!", C.cream, ".5"),
  block(206, 40, 190, 240, C.metal) +
    block(219, 54, 164, 212, C.cream) +
    shape("396,40! 458,18! 458,304! 396,280!", C.mist) +
    shade("434,27! 458,18! 458,304! 434,295!") +
    line("408,150! 408,172!", 5),
  ...[0, 1, 2].flatMap((row) =>
    [0, 1].map((column) => breaker(229 + column * 75, 68 + row * 64, row === 1 && column === 1)),
  ),
  rules("306,124 290,112|368,124 382,110|306,188 290,200|368,188 382,202", 10, C.ink) +
    rules("306,124 290,112|368,124 382,110|306,188 290,200|368,188 382,202", 5, C.orange),
  line("-14,330 22,300 66,272", 42) + line("-14,330 22,300 62,274", 34, C.leaf),
  group(
    `<g stroke-width="3.4">${hands.grip.below}${props.flashlight}${hands.grip.above}</g>`,
    "translate(78 262) rotate(-28) scale(1.2)",
  ),
];

/** Rain falls through a hole in the shingles and drips from the ceiling into a pot. */
const tileRoof = [
  band(0, HEIGHT, C.metal),
  shape(
    "-10,-10! 490,-10! 490,22 430,50 380,30 320,54 250,30 190,52 120,28 60,50 -10,24!",
    C.petrol,
  ),
  place(
    [
      block(52, 186, 376, 160, C.cream),
      block(130, 200, 240, 160, C.wall),
      block(130, 308, 240, 40, C.tan),
      shape("160,200! 340,200! 320,216 286,214 256,224 220,214 188,218", C.coral, 3),
      shape("-14,186! 34,58! 446,58! 494,186! 494,203! -14,203!", C.brick),
      rules("23,90 457,90|11,122 469,122|-2,154 482,154|-14,186 494,186", 3.4),
      repeat([88, 58, 84, 90], [62, 0], 6, 3) + repeat([56, 90, 52, 122], [62, 0], 7, 3),
      repeat([84, 122, 80, 154], [62, 0], 6, 3) + repeat([50, 154, 46, 186], [62, 0], 7, 3),
      shape(
        "150,90! 180,90! 184,76! 212,80! 214,58! 330,58! 322,74! 336,90! 366,90! 360,106! 372,122! 340,122! 344,138! 330,154! 300,154! 296,172! 240,176! 236,154! 178,154! 174,138! 182,122! 132,122! 146,108!",
        C.ink,
      ),
      block(160, 98, 196, 13, C.tan, 3) + block(188, 132, 146, 13, C.tan, 3),
      place(block(0, -32, 64, 34, C.brick), 84, 180, 22),
      place(block(0, -18, 60, 32, C.brick), 398, 98, -30),
      strokes(
        "262,-4 236,100 0|306,6 276,128 0|236,40 212,132 0|330,30 304,116 0|276,60 250,164 0",
        9,
        C.sky,
      ),
      strokes(
        "64,64 52,108 0|30,22 18,66 0|120,20 108,64 0|416,16 404,60 0|462,64 450,108 0|112,130 100,174 0|470,210 460,250 0|28,216 18,256 0|420,140 408,178 0",
        6,
        C.sky,
      ),
      drop(256, 236, 11, C.water) + drop(206, 240, 8, C.water) + drop(304, 238, 8, C.water),
      line("196,286 180,286 180,302 200,302|312,286 328,286 328,302 308,302", 6),
      shape("192,272! 316,272! 310,322! 198,322!", C.orange),
      shape("188,272 254,263 320,272 254,281", C.water, 3.4),
      strokes("240,268 228,252 -3|270,268 284,250 3", 4, C.water),
    ].join(""),
    0,
    -14,
  ),
];

const warningTriangle =
  shape("-34,0! 0,-58! 34,0!", C.orange) +
  shape("-16,-10! 0,-38! 16,-10!", C.cream, 3) +
  line("-30,0! -36,6!|30,0! 36,6!", 5);

/** A car stands at the curb and boils over: steam rises from the edge of its hood. */
const tileCar = [
  sky("day"),
  band(180, 262, C.grass),
  shape(
    "-10,180! -10,112! 30,80! 76,112! 76,140! 250,140! 250,96! 306,56! 364,96! 364,180!|388,180! 388,118! 440,80! 490,118! 490,180!",
    C.wall,
    3,
  ),
  shape("280,180! 280,124! 310,124! 310,180!|12,120! 44,120! 44,148! 12,148!", C.mist, 3),
  place(tree(42, C.leaf), 226, 184),
  line("0,180 480,180", 3),
  band(226, 262, C.stone) + line("0,226 480,226", 3),
  block(-6, 250, 492, 14, C.mist, 3),
  band(264, HEIGHT, C.metal),
  place(
    `<g stroke-width="3.4">${place(steam, -160, -80, 12, 1.25)}</g>${brokenCar(C.petrol)}` +
      puffs("-190,-66,10 -204,-78,12 -214,-96,10 -184,-82,9"),
    226,
    288,
    0,
    0.9,
  ),
  place(warningTriangle, 452, 284, 0, 0.6),
];

export const homeScenes = {
  "tile-water": tileWater,
  "tile-heat": tileHeat,
  "tile-power": tilePower,
  "tile-roof": tileRoof,
  "tile-car": tileCar,
  "tile-else": tileElse,
  ...comicScenes,
};
