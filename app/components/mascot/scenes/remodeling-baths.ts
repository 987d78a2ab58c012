import { C, dot, flat, line, shade, shape, strokes } from "../ink.ts";
import { repeat, rules, tube } from "../repair-parts/kit.ts";
import { aim } from "./aim.ts";
import { place } from "./objects.ts";
import { band, block } from "./settings.ts";
import { finishingTrowel } from "./trade-tools.ts";
import { worker } from "./worker.ts";

/** Rows of square wall tiles that end at the right edge: how many tiles each has, from the top. */
const tileRows = (y: number, counts: readonly number[], fill: string) =>
  counts
    .flatMap((count, row) =>
      Array.from({ length: count }, (_, i) => block(442 - i * 40, y + row * 40, 36, 36, fill, 2.6)),
    )
    .join("");

/** A toilet seen from the side, facing left, its foot at (0, 0). */
const toilet = (fill: string) =>
  shape("-22,-40! 24,-40! 22,0! -26,0! -22,-20", fill) +
  shape("-62,-66! 26,-66! 24,-44 6,-32 -24,-30 -52,-44", fill) +
  block(-68, -76, 98, 12, fill, 3.4) +
  block(14, -136, 44, 66, fill) +
  block(8, -148, 56, 14, fill, 3.4) +
  line("22,-122! 36,-122!", 5);

/** The old toilet is out: Henry sets the next tile of a new wall into combed mortar. */
const bathRemodeling = [
  band(0, 276, C.stone),
  rules("0,70 480,70|150,-8 150,70|70,70 70,276|330,-8 330,70", 2.4, C.belt),
  flat("216,-8! 488,-8! 488,276! 196,276! 226,190! 214,90!", C.mist),
  strokes(
    Array.from({ length: 9 }, (_, i) => `226,${30 + i * 26} 330,${20 + i * 26} 5`).join("|"),
    2.6,
    C.metal,
  ),
  tileRows(-6, [2, 2, 3, 3, 5, 6, 6], C.water),
  band(276, 320, C.tan) + line("0,276! 480,276!"),
  rules("120,276 90,320|300,276 290,320|430,276 450,320", 2.4, C.belt),
  [
    [-10, 46],
    [-10, 86],
    [-10, 126],
    [30, 86],
    [30, 126],
  ]
    .map(([x = 0, y = 0]) => block(x, y, 36, 36, C.coral, 2.6))
    .join(""),
  shape("70,86! 92,86! 80,98! 88,110! 70,122!|30,82! 30,60! 44,68! 58,82!", C.coral, 2.6),
  tube("110,-8! 110,70! 140,70!", 8, C.amber) + block(138, 60, 14, 20, C.orange, 3),
  shape("124,302! 136,290! 146,302!|16,312! 30,296! 40,310!", C.coral, 3),
  place(toilet(C.white), 84, 304),
  block(282, 110, 36, 36, C.water, 3),
  worker({
    hip: [178, 228],
    neck: [192, 170],
    tilt: -6,
    nearArm: aim({ elbow: [212, 236], wrist: [248, 222], held: finishingTrowel }, -70),
    farArm: { elbow: [238, 184], wrist: [276, 150], hand: "flat" },
    nearLeg: { knee: [172, 258], ankle: [160, 286] },
    farLeg: { knee: [196, 256], ankle: [206, 284] },
  }),
];

/** One bath before and after: the tub to the left, the walk-in shower to the right. */
const bathConversions = [
  band(0, 262, C.pale),
  repeat([0, 20, 240, 20], [0, 30], 8, 1.8, C.amber) +
    repeat([10, 0, 10, 262], [30, 0], 8, 1.8, C.amber),
  band(262, 320, C.coral) + line("0,262! 240,262!"),
  shape("-8,56! 64,56! 62,196! 44,210 26,198 8,212 -8,202!", C.coral),
  strokes("10,64 12,196 0|34,64 32,190 0|52,64 50,190 0", 2.6),
  rules("-8,56 240,56", 8),
  tube("176,182! 176,140 166,128 152,130 146,142", 9) + rules("164,152 190,152", 8),
  shape("24,290! 32,266! 52,272! 46,290!|196,290! 190,272! 210,266! 218,290!", C.metal),
  shape("14,182! 226,182! 222,230 206,262 184,276 56,276 34,262 18,230", C.white),
  shade("20,236 60,254 180,254 222,230 206,262 184,276 56,276 34,262"),
  shape("6,180 14,170! 226,170! 234,180 226,190! 14,190!", C.white),
  flat("240,-8! 488,-8! 488,328! 240,328!", C.sky),
  repeat([240, 44, 480, 44], [0, 44], 5, 1.8, C.water) +
    repeat([284, 0, 284, 262], [44, 0], 5, 1.8, C.water),
  flat("240,262! 488,262! 488,328! 240,328!", C.mist) + rules("240,262 480,262"),
  shape("296,284! 446,284! 456,294! 286,294!", C.metal, 3),
  tube("430,190! 430,72! 376,72! 376,84!", 6) + shape("340,98! 352,84! 400,84! 412,98!", C.petrol),
  strokes(
    "348,110 342,150 0|364,112 362,176 0|380,112 380,150 0|396,112 398,172 0|410,110 416,146 0",
    4,
    C.petrol,
  ),
  dot(430, 160, 12, C.metal, 12, true) + rules("430,160 444,152", 6),
  block(404, 206, 84, 14, C.white) + block(416, 220, 72, 44, C.water),
  tube("352,210! 388,210!", 5, C.orange),
  flat("268,52! 322,52! 322,282! 268,282!", C.white, ".55"),
  strokes("280,130 312,86 0|280,160 312,116 0", 3, C.white),
  rules("268,52 322,52|268,52 268,282|322,52 322,282|268,282 322,282", 5),
  rules("240,-8 240,328", 12) + rules("240,-8 240,328", 6, C.white),
  dot(240, 130, 32, C.orange, 32, true) +
    shape("220,122! 240,122! 240,110! 262,130! 240,150! 240,138! 220,138!", C.white, 3),
];

export const bathScenes = {
  "bath-remodeling": bathRemodeling,
  "bath-conversions": bathConversions,
};
