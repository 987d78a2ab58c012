import { C, dot, dots, flat, line, shape, strokes } from "../ink.ts";
import { courses, repeat, rounded, rules, tube } from "../repair-parts/kit.ts";
import { toPoints } from "../small-objects.ts";
import { bush, carton, place, roofAnchor, rope, wheel } from "./objects.ts";
import { goggles, henryLeft } from "./people.ts";
import { band, block, lawn, pavement, sky } from "./settings.ts";
import { worker } from "./worker.ts";

/** A pressure washer on wheels. */
const washer =
  line("6,292! 6,214! 40,214!", 7) +
  rounded(-20, 236, 66, 54, 10, C.orange) +
  dot(12, 262, 13, C.cream, 13, true) +
  wheel(36, 294, 16);

/** Henry sprays a mossy wall of a house with a pressure washer: its jet leaves bright siding. */
const pressureWashing = [
  band(0, 254, C.leaf),
  flat(
    "30,30 90,20 140,40 110,76 50,70|190,24 240,34 256,70 214,84 186,60|210,196 262,180 300,206 262,232 216,224|20,120 40,110 60,130 40,160",
    C.green,
    ".6",
  ),
  flat(
    "290,-8! 480,-8! 480,254! 420,254! 410,214! 372,210! 366,176! 340,170! 346,124! 310,110! 322,60! 284,50!",
    C.white,
  ),
  repeat([0, 24, 480, 24], [0, 26], 9, 2.2, C.tan),
  block(404, -20, 100, 112, C.white) +
    block(416, -20, 80, 100, C.sky, 3.4) +
    line("456,-20! 456,80!|416,36! 496,36!", 3.4),
  block(-6, 238, 492, 24, C.stone) + lawn(262, C.grass),
  flat("236,160! 330,84! 366,96 372,130 366,170 342,206!", C.water),
  flat("240,160! 330,112! 338,180!", C.white),
  strokes("244,158 330,92 0|246,164 334,198 0|250,161 336,132 0|250,162 336,164 0", 3, C.white),
  flat(
    "330,84 352,62 356,84 384,72 374,100 402,104 380,124 408,142 378,150 396,176 366,170 372,204 344,194 336,212 328,196 352,170 356,130 346,100",
    C.water,
  ),
  dots(
    [
      [372, 52],
      [410, 88],
      [420, 124],
      [408, 168],
      [388, 204],
      [352, 222],
    ],
    5,
    5,
    C.water,
  ),
  washer,
  line("44,282 130,306 172,270 140,218", 8) + line("44,282 130,306 172,270 140,218", 3, C.sun),
  tube("140,216! 238,161!", 4) + tube("136,219! 158,206!", 9, C.orange),
  worker({
    hip: [86, 226],
    neck: [96, 166],
    headgear: goggles,
    gloves: C.petrol,
    rubberBoots: C.sun,
    nearArm: { elbow: [96, 226], wrist: [136, 226], turn: -20 },
    farArm: { elbow: [140, 214], wrist: [180, 202], turn: -20 },
    nearLeg: { knee: [78, 260], ankle: [64, 292] },
    farLeg: { knee: [116, 256], ankle: [120, 292] },
  }),
];

/** A brush that fits a flue: bristles around a twisted wire, 92 wide, its eye at (0, -50). */
const flueBrush =
  rules("0,-52 0,48", 12) +
  shape(
    "-40,-40! 40,-40! 46,-30! 38,-24! 46,-16! 38,-9! 46,-1! 38,6! 46,14! 38,21! 46,30! 40,40! -40,40! -46,30! -38,21! -46,14! -38,6! -46,-1! -38,-9! -46,-16! -38,-24! -46,-30!",
    C.sun,
    3.4,
  ) +
  repeat([-34, -30, -8, -26], [0, 12], 6, 2.4) +
  repeat([34, -30, 8, -26], [0, 12], 6, 2.4) +
  rules("0,-52 0,44", 6, C.metal);

/** Henry, roped to the roof, lowers a brush into a flue: the chimney is cut open, black with soot. */
const chimneyCleaning = [
  sky("dusk"),
  shape("-8,284! 40,236! 96,284!|350,284! 420,232! 496,284!", C.coral, 3),
  shape("-8,276! 488,276! 488,330! -8,330!", C.petrol) +
    rules("0,300 480,300", 3) +
    repeat([20, 278, 20, 298], [48, 0], 10, 2.4) +
    repeat([44, 302, 44, 320], [48, 0], 10, 2.4),
  block(84, 108, 194, 224, C.brick) + courses(84, 108, 194, 220, 22, 44),
  block(128, 96, 106, 232, C.stone),
  flat("130,98! 232,98! 232,150! 130,150!", C.sand),
  flat(
    "130,190! 142,200 138,216 152,208 160,226 172,210! 188,208 198,222 208,206 222,214 232,194! 232,326! 130,326!",
    C.ink,
  ),
  flat("130,148! 144,148! 140,200! 130,206!|232,148! 220,148! 222,200! 232,206!", C.ink),
  block(72, 90, 60, 20, C.stone) + block(230, 90, 60, 20, C.stone),
  line("181,126! 181,84 192,66 216,58 246,64 272,96 292,150", 9) +
    line("181,126! 181,84 192,66 216,58 246,64 272,96 292,150", 4, C.sun),
  place(flueBrush, 181, 170),
  dots(toPoints("152,246 206,252 178,262 160,284 208,288"), 7, 6, C.belt),
  roofAnchor(448, 276),
  rope("448,258 424,206", [371, 177]),
  henryLeft(
    354,
    282,
    {
      hip: [-6, -86],
      neck: [6, -146],
      hasHarness: true,
      gloves: C.sun,
      headgear: goggles,
      nearArm: { elbow: [26, -102], wrist: [58, -128], turn: -20 },
      farArm: { elbow: [56, -136], wrist: [78, -164], turn: -20 },
      nearLeg: { knee: [-14, -48], ankle: [-26, -17] },
      farLeg: { knee: [18, -50], ankle: [20, -17] },
    },
    0.78,
  ),
];

/** Henry carries an old television to a truck that is loaded high with worn-out furniture. */
const junkRemoval = [
  sky("day"),
  bush(20, 258, 30) + bush(152, 258, 22, C.grass),
  pavement(256, C.stone),
  // The load: a mattress, a sofa, a lamp, a tire and boxes.
  place(
    rounded(-26, -128, 52, 128, 10, C.cream) + line("-10,-126! -10,-2!|8,-126! 8,-2!", 2.4, C.tan),
    236,
    186,
    14,
  ),
  line("398,170! 410,74!", 6) + shape("390,78! 402,44! 424,46! 436,82!", C.pale),
  rounded(262, 84, 124, 66, 14, C.green) +
    rounded(250, 110, 34, 60, 12, C.green) +
    rounded(366, 110, 34, 60, 12, C.green) +
    block(282, 128, 86, 36, C.green) +
    line("325,90! 325,160!", 3),
  strokes("300,104 316,112 0|308,100 304,118 0|344,100 340,116 0", 2.4, C.cream),
  place(carton(56, 40), 300, 92),
  wheel(384, 84, 24),
  block(196, 168, 222, 70, C.orange) +
    rules("252,170 252,236|308,170 308,236|364,170 364,236", 6) +
    block(190, 160, 234, 14, C.orange),
  shape("426,244! 426,120! 500,116! 500,244!", C.petrol) + block(440, 132, 60, 48, C.sky, 3.4),
  block(186, 236, 300, 14, C.ink),
  wheel(246, 258, 28),
  wheel(448, 258, 28),
  rounded(128, 136, 74, 62, 8, C.belt) +
    rounded(136, 144, 46, 46, 10, C.metal, 3.4) +
    dots(
      [
        [191, 154],
        [191, 166],
      ],
      4,
      4,
      C.cream,
    ) +
    line("160,136! 144,108!|166,136! 186,112!", 4) +
    line("150,148! 160,164! 152,172! 164,186!", 2.6),
  worker({
    hip: [74, 226],
    neck: [80, 166],
    tilt: -4,
    nearArm: { elbow: [98, 222], wrist: [140, 206], hand: "flat", turn: -10 },
    farArm: { elbow: [124, 214], wrist: [168, 206], hand: "flat", turn: -10 },
    nearLeg: { knee: [64, 258], ankle: [46, 292] },
    farLeg: { knee: [106, 254], ankle: [110, 292] },
  }),
];

export const cleaningOutdoorScenes = {
  "pressure-washing": pressureWashing,
  "chimney-cleaning": chimneyCleaning,
  "junk-removal": junkRemoval,
};
