import { C, dot, dots, flat, line, shade, shape, strokes } from "../ink.ts";
import * as props from "../parts/props.ts";
import { disc, repeat, rounded, rules, tube } from "../repair-parts/kit.ts";
import { hammer } from "../shapes.ts";
import { toPoints } from "../small-objects.ts";
import { buildingScenes } from "./miscellaneous-building.ts";
import { bucket, darkHouse, house, lightCone, place, toolbox, wheel } from "./objects.ts";
import { respirator } from "./people.ts";
import { attic, band, block, lawn, room } from "./settings.ts";
import { drill, handsaw, level, paintRoller, trowel } from "./trade-tools.ts";
import { worker, workingHand } from "./worker.ts";

/** Henry screws a bracket to a shelf that a level keeps straight; a crooked picture waits. */
const handyman = [
  room(C.sky, C.tan, 274),
  place(
    block(-48, -36, 96, 72, C.belt) +
      block(-37, -25, 74, 50, C.cream, 3) +
      shape("-37,25! -14,-6 4,12 18,0 37,25!", C.green, 3) +
      dot(18, -11, 8, C.sun),
    78,
    136,
    13,
  ),
  dot(84, 86, 5, C.ink),
  line("84,88! 44,104!|84,88! 124,122!", 2.6),
  strokes("22,92 14,104 -2|134,166 126,178 -2", 3, C.orange),
  shape("314,104! 336,104! 334,128 332,150! 318,150! 316,128", C.metal),
  shape("420,104! 442,104! 440,128 438,150! 424,150! 422,128", C.metal),
  dots(toPoints("325,140 431,140"), 3, 3),
  block(268, 88, 220, 16, C.belt),
  place(level, 374, 88),
  worker({
    hip: [196, 216],
    neck: [208, 160],
    tilt: -14,
    nearArm: { elbow: [254, 202], wrist: [302, 172], held: drill, turn: -58 },
    farArm: { elbow: [258, 150], wrist: [284, 116], hand: "flat" },
    nearLeg: { knee: [184, 252], ankle: [174, 286] },
    farLeg: { knee: [214, 250], ankle: [224, 286] },
  }),
  place(hammer, 398, 250, -16, 0.8),
  shape("424,252! 424,206! 436,206! 436,252!", C.sun),
  place(toolbox, 408, 302, 0, 1.5),
];

/** A cockroach from above, its head up. */
const roach =
  line(
    "-12,-18 -34,-26 -42,-44|12,-18 34,-26 42,-44|-16,0 -38,2 -50,-8|16,0 38,2 50,-8|-14,16 -36,28 -44,48|14,16 36,28 44,48",
    4,
  ) +
  line("-5,-42 -18,-66 -40,-78|5,-42 18,-66 40,-78", 3) +
  shape("0,-46 11,-40 10,-30 -10,-30 -11,-40", C.bark) +
  shape("0,46 -16,26 -20,0 -14,-20 0,-24 14,-20 20,0 16,26", C.belt) +
  shape("-18,-12! -16,-28 0,-34 16,-28 18,-12! 0,-8", C.bark) +
  line("0,-9! 0,44!|-13,14 -8,32|13,14 8,32", 2.6);

/** A fine spray from a nozzle at (0, 0), to the right. */
const spray =
  flat("0,-3! 70,-40 100,-44 120,-16 118,16 94,40 70,38 0,3!", C.white, ".7") +
  strokes(
    "14,-4 58,-20 0|18,0 74,-2 0|14,4 60,20 0|70,-22 96,-32 0|72,18 100,26 0|86,0 106,-2 0",
    3,
    C.green,
  );

/** Henry, in a respirator, sprays a crack in the kitchen wall from which roaches run. */
const pestControl = [
  room(C.leaf, C.oak, 258),
  repeat([0, 286, 480, 286], [0, 30], 2, 2, C.tan),
  rules("60,258 20,320|180,258 160,320|300,258 310,320|420,258 460,320", 2, C.tan),
  shape("398,258! 400,236 412,224 428,224 440,236 442,258!", C.ink),
  place(roach, 320, 94, -30, 0.85),
  place(roach, 404, 142, 34, 1.35),
  place(roach, 424, 268, 150, 0.95),
  place(spray, 276, 182, -8),
  rounded(98, 146, 62, 92, 14, C.orange),
  shade("98,220! 160,220! 158,238 100,238"),
  rounded(112, 134, 28, 14, 4, C.ink),
  line("112,232 84,250 112,284 190,270 224,214", 6),
  worker({
    hip: [172, 216],
    neck: [184, 158],
    tilt: 2,
    gloves: C.leaf,
    headgear: respirator,
    nearArm: {
      elbow: [200, 208],
      wrist: [238, 196],
      held: line("-10,-20! 110,-20!", 12) + line("-10,-20! 110,-20!", 4, C.metal),
      turn: -88,
    },
    nearLeg: { knee: [160, 252], ankle: [148, 286] },
    farLeg: { knee: [190, 250], ankle: [206, 286] },
  }),
  line("144,164 160,182 150,222", 9),
  line("144,164 160,182 150,222", 3, C.sun),
];

/** A raccoon that sits on (0, 0), seen from the front. */
const raccoon =
  shape("34,-14 66,-22 82,-54 76,-84 58,-88 54,-62 40,-40 24,-34", C.metal) +
  line("54,-60! 79,-56!|48,-46! 74,-34!|56,-76! 79,-74!", 9) +
  shape("-40,0! -44,-34 -28,-68 0,-76 28,-68 44,-34 40,0!", C.metal) +
  flat("-20,-2! -24,-34 0,-52 24,-34 20,-2!", C.mist) +
  shape("-40,-110! -50,-142 -38,-146 -16,-128!|40,-110! 50,-142 38,-146 16,-128!", C.metal) +
  flat("-37,-118 -42,-136 -26,-126|37,-118 42,-136 26,-126", C.ink) +
  shape("-58,-84 -48,-110 -26,-128 0,-132 26,-128 48,-110 58,-84 34,-66 0,-58 -34,-66", C.metal) +
  flat("-50,-86 -46,-100 -26,-106 0,-98 26,-106 46,-100 50,-86 24,-72 -24,-72", C.white) +
  shape("-47,-84 -36,-99 -18,-100 -8,-86 -20,-76|47,-84 36,-99 18,-100 8,-86 20,-76", C.ink, 2) +
  dots(toPoints("-24,-89 24,-89"), 6.5, 7, C.white) +
  dots(toPoints("-23,-88 23,-88"), 3, 4) +
  shape("-18,-68 -10,-84 10,-84 18,-68 0,-60", C.white, 3) +
  shape("-8,-81 0,-84 8,-81 0,-71", C.ink, 2) +
  shape("-34,4 -36,-26 -26,-34 -18,-26 -18,4|34,4 36,-26 26,-34 18,-26 18,4", C.ink, 3);

/** By flashlight in the attic, Henry finds a raccoon in his humane trap. */
const wildlifeRemoval = [
  attic(),
  disc(240, 92, 34, C.night),
  rules(
    "214,72 266,72|208,86 226,88|250,84 272,86|207,100 230,96|256,104 272,100|214,114 266,114",
    5,
  ),
  lightCone(180, 190, 300, 186, 64),
  block(268, 122, 196, 136, C.bark),
  flat("272,126! 460,126! 460,254! 272,254!", C.pale, ".75"),
  place(raccoon, 366, 256, 0, 0.9),
  repeat([290, 122, 290, 258], [22, 0], 8, 2.6),
  repeat([268, 148, 464, 148], [0, 82], 2, 2.6),
  line("268,122! 464,122! 464,258! 268,258! 268,122!", 6),
  line("336,120 340,100 392,100 396,120", 7),
  worker({
    hip: [98, 214],
    neck: [124, 160],
    tilt: 4,
    mood: "happy",
    nearArm: {
      elbow: [128, 214],
      wrist: [166, 196],
      held: props.flashlight,
      turn: -86,
    },
    farArm: { elbow: [166, 192], wrist: [176, 216], hand: "flat" },
    nearLeg: { knee: [128, 250], ankle: [74, 246], toes: 76 },
    farLeg: { knee: [158, 214], ankle: [156, 242] },
  }),
];

/** A generator in the yard powers the only house of a dark street. */
const generators = [
  band(0, 320, C.night),
  dots(toPoints("40,30 112,66 170,34 236,84 290,40 330,96 452,60"), 2, 2, C.pale),
  lawn(214, C.deep),
  place(darkHouse, 26, 216) + place(darkHouse, 186, 216),
  place(house(C.cream, C.orange, true), 396, 222, 0, 1.1),
  // A lean-to with the meter and the transfer switch.
  shape("262,136! 324,136! 324,222! 270,222! 270,136!", C.cream) +
    shape("254,140! 276,112! 326,112! 326,140!", C.orange),
  tube("298,150! 298,128!", 4) +
    rounded(281, 150, 34, 44, 4, C.mist, 3.4) +
    rules("298,172 306,160", 5, C.orange) +
    dot(298, 174, 4, C.ink),
  flat("340,222! 380,222! 374,262! 310,262!|420,222! 460,222! 490,262! 440,262!", C.sun, ".3"),
  line("256,268 300,280 324,262 312,236 298,226! 298,194!", 10),
  line("256,268 300,280 324,262 312,236 298,226! 298,194!", 4, C.orange),
  strokes("30,150 14,134 6|36,132 22,112 6", 4, C.mist),
  tube("52,286! 52,160 60,152 252,152 260,160 260,286!", 7, C.orange),
  shape("66,168! 66,122 76,114 236,114 246,122 246,168!", C.sun),
  shade("66,168! 66,152! 246,152! 246,168!"),
  rounded(134, 104, 36, 12, 4, C.ink),
  block(64, 182, 84, 76, C.metal),
  repeat([74, 182, 74, 258], [11, 0], 6, 3.4),
  disc(106, 220, 24, C.petrol),
  disc(106, 220, 9, C.ink),
  line("130,222! 142,238!", 6),
  rounded(36, 196, 34, 24, 6, C.ink),
  block(154, 176, 98, 82, C.petrol),
  [180, 224]
    .map(
      (x) =>
        disc(x, 236, 14, C.cream, 3) +
        rules(`${x - 4},230 ${x - 4},239|${x + 4},230 ${x + 4},239`, 3),
    )
    .join(""),
  disc(226, 198, 14, C.white, 3) + rules("226,199 233,190", 3, C.orange),
  rounded(164, 188, 34, 18, 4, C.sun, 3),
  tube("44,264! 268,264!", 7, C.orange),
  wheel(74, 276, 26),
  block(236, 268, 22, 32, C.ink),
];

/** A pegboard with the tools of many trades; Henry takes down the wrench. */
const miscellaneous = [
  band(0, 320, C.pale),
  dots(
    Array.from(
      { length: 84 },
      (_, i) => [20 + (i % 14) * 34, 20 + Math.floor(i / 14) * 40] as const,
    ),
    3,
    3,
    C.amber,
  ),
  place(handsaw, 376, 92, -87, 0.72),
  place(paintRoller, 52, 58),
  place(hammer, 138, 222, 0, 1.2),
  block(-6, 256, 492, 80, C.belt),
  block(-6, 250, 492, 16, C.tan),
  place(bucket(C.orange), 358, 256, 0, 1.3),
  place(trowel, 428, 108, 90, 0.74),
  dots(toPoints("26,112 84,112 122,142 154,142 206,96 443,84"), 5, 5),
  workingHand({ elbow: [346, 366], wrist: [246, 234], held: props.wrench, turn: -10, scale: 1.1 }),
];

export const miscellaneousScenes = {
  handyman,
  "pest-control": pestControl,
  generators,
  "wildlife-removal": wildlifeRemoval,
  miscellaneous,
  ...buildingScenes,
};
