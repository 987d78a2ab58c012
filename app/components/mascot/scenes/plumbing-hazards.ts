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

/** Sheeting with a zipper door, taped to the wall up to `right`. */
const zipperDoor = (right: number) =>
  flat(`-6,-6! ${right},-6! ${right},290! -6,290!`, C.water, ".8") +
  line(`${right},-6! ${right},290!`, 9) +
  line(`${right},-6! ${right},290!`, 4, C.sun) +
  strokes("22,40 26,250 3|112,30 116,120 -3|126,180 122,262 3", 4, C.white) +
  line("24,290! 24,70 36,50 92,50 104,70 104,290!", 10) +
  line("24,290! 24,70 36,50 92,50 104,70 104,290!", 4, C.orange) +
  repeat([18, 90, 30, 90], [0, 16], 12, 2.6) +
  block(16, 176, 16, 22, C.sun, 3);

/** In a protective suit, Henry sprays the black mold behind peeling wallpaper. */
const moldRemoval = [
  room(C.pale, C.tan, 276),
  repeat([20, 0, 20, 262], [44, 0], 11, 10, C.sand),
  zipperDoor(148),
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
    hip: [110, 224],
    neck: [126, 162],
    tilt: -4,
    nearArm: { elbow: [154, 206], wrist: [192, 162], held: sprayer, turn: 34 },
    farArm: { elbow: [168, 212], wrist: [212, 216], held: scrubBrush, turn: 0 },
    nearLeg: { knee: [100, 262], ankle: [88, 300] },
    farLeg: { knee: [136, 262], ankle: [138, 300] },
  }),
];

/** A warning triangle, its middle at (0, 0). */
const warningSign =
  shape("0,-52! 54,42! -54,42!", C.sun) + line("0,-20! 0,10!", 11) + dot(0, 28, 6.5, C.ink);

/** A whole half of pipe wrap, its middle at (0, 0). */
const halfShell =
  shape("-17,-44! 12,-44! 20,-38! 20,38! 12,44! -17,44!", C.cream) +
  shade("6,-44! 12,-44! 20,-38! 20,38! 12,44! 6,44!") +
  rules("-17,-22 20,-22|-17,22 20,22", 3.4, C.amber);

/** Henry, sealed off by plastic sheets, takes wet wrap with asbestos off a pipe in whole pieces. */
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
  block(264, -12, 76, 124, C.cream) + block(264, 222, 76, 112, C.cream),
  shade("326,-12! 340,-12! 340,112! 326,112!|326,222! 340,222! 340,332! 326,332!"),
  rules("264,70 340,70|264,94 340,94|264,246 340,246|264,290 340,290", 3.4, C.amber),
  flat("280,118! 322,118! 322,216! 280,216!", C.water, ".55"),
  strokes("290,124 290,206 0", 4, C.white),
  drop(308, 138, 6, C.water) + drop(314, 176, 7, C.water) + drop(298, 204, 6, C.water),
  place(warningSign, 412, 92, 0, 0.9),
  // The clear bag of whole pieces, its neck tied.
  shape(
    "402,164! 396,144! 412,150! 420,142! 430,150! 442,144! 436,164! 460,184 468,224 464,262 454,290! 380,290! 370,262 366,224 378,184",
    C.mist,
  ),
  place(halfShell, 396, 234, 8, 0.9) + place(halfShell, 440, 238, 188, 0.9),
  strokes("378,200 374,262 3|388,192 398,182 2", 4, C.white),
  line("402,166! 436,166!", 9, C.orange),
  place(halfShell, 246, 170, -4),
  suitedWorker({
    hip: [112, 226],
    neck: [146, 172],
    tilt: 4,
    nearArm: { elbow: [176, 230], wrist: [226, 204], hand: "hold" },
    farArm: { elbow: [196, 176], wrist: [232, 150], hand: "flat" },
    nearLeg: { knee: [138, 284], ankle: [80, 290], toes: 84 },
    farLeg: { knee: [176, 234], ankle: [176, 284] },
  }),
];

export const plumbingHazardScenes = { "mold-removal": moldRemoval, asbestos };
