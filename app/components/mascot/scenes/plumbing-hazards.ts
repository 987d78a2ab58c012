import { C, dot, flat, line, shade, shape, strokes } from "../ink.ts";
import { repeat, rules } from "../repair-parts/kit.ts";
import { drop, place } from "./objects.ts";
import { suitedWorker } from "./people.ts";
import { band, block, room } from "./settings.ts";

/** Scenes with hazardous materials, where Henry wears a protective suit and a respirator. */

/** A spray bottle in a hand's coordinates: it sprays away from the arm. */
const sprayer =
  shape("-30,-36! 50,-40! 56,-30 56,-4! 46,2! -30,-4!", C.orange, 5) +
  shape("-62,10! -62,-48! -30,-44! -30,4!", C.deep, 5) +
  shape("-56,-48! -56,-62! -44,-62! -44,-48!", C.metal, 5);

/** Round spots, "x,y,r" each. */
const spots = (list: string, fill: string) =>
  list
    .split(" ")
    .map((word) => {
      const [x = 0, y = 0, r = 10] = word.split(",").map(Number);
      return dot(x, y, r, fill);
    })
    .join("");

/** A scrub brush in a hand's coordinates. */
const scrubBrush =
  shape("-44,-40! 44,-40! 44,-20! -44,-20!", C.belt, 5) +
  repeat([-36, -44, -36, -62], [18, 0], 5, 8, C.ink);

/** In a protective suit, Henry sprays the black mold behind peeling wallpaper. */
const moldRemoval = [
  room(C.pale, C.tan, 276),
  repeat([20, 0, 20, 262], [44, 0], 11, 10, C.sand),
  shape(
    "246,-10! 262,40 236,76 258,112 232,150 262,182 244,214 290,236 340,226 400,246 490,236! 490,-10!",
    C.mist,
  ),
  spots("330,96,46 400,84,58 366,164,52 440,160,48 300,150,22 460,40,34", C.green),
  spots(
    "326,92,26 350,112,18 396,78,34 426,96,22 372,62,14 360,160,30 388,178,20 338,180,12 440,156,26 462,174,16 420,138,12 296,148,11 310,164,7 312,130,6 300,80,7 336,62,8 462,44,18 444,62,9 412,204,10 370,206,7 450,208,8 436,30,8 340,36,9 318,44,5 396,124,9 290,110,5 324,206,6",
    C.ink,
  ),
  shape("232,150 262,182 244,214! 214,212 198,184 210,160!", C.sand),
  shape("246,-10! 262,40 236,76! 204,60 206,20!", C.sand),
  strokes("224,124 290,98 -4|226,128 304,130 2|224,133 284,158 5", 7, C.white),
  suitedWorker({
    hip: [96, 224],
    neck: [112, 162],
    tilt: -4,
    nearArm: { elbow: [144, 206], wrist: [184, 160], held: sprayer, turn: 34 },
    farArm: { elbow: [156, 212], wrist: [202, 216], held: scrubBrush, turn: 0 },
    nearLeg: { knee: [86, 262], ankle: [74, 300] },
    farLeg: { knee: [122, 262], ankle: [124, 300] },
  }),
];

/** A scraper in a hand's coordinates, its blade to the right. */
const scraper =
  shape("-40,-30! 26,-28! 26,-12! -40,-10!", C.orange, 5) +
  shape("26,-24! 50,-26! 78,-46! 78,6! 50,-14! 26,-16!", C.metal, 5);

/** A warning triangle, its middle at (0, 0). */
const warningSign =
  shape("0,-52! 54,42! -54,42!", C.sun) + line("0,-20! 0,10!", 11) + dot(0, 28, 6.5, C.ink);

/** Crumbs of pipe wrap. */
const crumbs = (list: string) =>
  list
    .split(" ")
    .map((word) => {
      const [x = 0, y = 0, turn = 0] = word.split(",").map(Number);
      return place(shape("-7,-4! 5,-6! 8,3! -5,5!", C.cream, 2.6), x, y, turn);
    })
    .join("");

/** Henry, sealed off by plastic sheets, takes old wrap with asbestos off a pipe. */
const asbestos = [
  band(0, 320, C.water),
  band(268, 320, C.sky),
  line("0,268 160,266 320,270 480,268", 3),
  strokes(
    "24,50 30,262 4|84,56 76,260 -5|226,52 232,262 4|384,200 378,264 -3|450,50 456,262 5|346,50 352,264 -3",
    4,
    C.white,
  ),
  strokes("52,80 54,250 3|200,90 194,240 -4|428,200 432,258 3", 2.4, C.petrol),
  block(-10, 34, 500, 18, C.sun, 3.4),
  line("302,-10! 302,330!", 56),
  line("302,-10! 302,330!", 48, C.metal),
  shade("312,-10! 326,-10! 326,330! 312,330!"),
  shape(
    "264,-10! 340,-10! 340,112! 330,124 322,112! 310,134 300,118! 288,130 276,112! 264,120!",
    C.cream,
  ),
  shape(
    "264,330! 264,222! 276,206 284,220! 298,200 308,216! 322,204 332,220! 340,210! 340,330!",
    C.cream,
  ),
  rules("264,70 340,70|264,94 340,94|264,246 340,246|264,290 340,290", 3.4, C.amber),
  strokes(
    "272,112 262,138 4|290,126 286,148 3|318,124 324,146 -4|334,112 346,134 -4|276,210 262,190 -3|298,206 294,186 3|330,212 344,190 4",
    5,
    C.white,
  ),
  crumbs("286,170,20 320,162,70 330,186,10 262,206,40 262,164,65"),
  flat("278,118! 328,118! 326,212! 276,214!", C.water, ".55"),
  strokes("246,148 282,140 0|248,156 284,162 0|244,164 276,184 0", 3.4, C.white),
  drop(272, 150, 6, C.water) + drop(332, 168, 7, C.water) + drop(290, 196, 7, C.water),
  place(warningSign, 412, 108),
  // The bag of waste, its neck twisted and tied.
  shape(
    "402,176! 396,156! 412,162! 420,154! 430,162! 442,156! 436,176! 454,194 464,224 460,262 450,290! 384,290! 374,262 372,224 382,194",
    C.sun,
  ) + line("402,178! 436,178!", 9, C.orange),
  place(warningSign, 418, 244, 0, 0.6),
  suitedWorker({
    hip: [112, 226],
    neck: [146, 172],
    tilt: 4,
    nearArm: { elbow: [168, 228], wrist: [214, 198], held: scraper, turn: -60 },
    farArm: { elbow: [196, 172], wrist: [226, 150], held: sprayer, turn: 34 },
    nearLeg: { knee: [138, 284], ankle: [80, 290], toes: 84 },
    farLeg: { knee: [176, 234], ankle: [176, 284] },
  }),
];

export const plumbingHazardScenes = { "mold-removal": moldRemoval, asbestos };
