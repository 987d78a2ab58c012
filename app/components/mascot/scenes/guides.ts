import { C, dot, dots, flat, group, line, shade, shape, strokes } from "../ink.ts";
import { disc, repeat, rounded, rules } from "../repair-parts/kit.ts";
import { car, screwdriver, wrench } from "../shapes.ts";
import { aim } from "./aim.ts";
import { planningScenes } from "./guides-planning.ts";
import { bucket, drop, place, tree, windowAt } from "./objects.ts";
import { band, block, driveway, lawn, sky } from "./settings.ts";
import { hammer } from "./trade-tools.ts";
import { worker, workingHand } from "./worker.ts";

const check = (x: number, y: number) =>
  line(`${x - 12},${y}! ${x - 3},${y + 10}! ${x + 14},${y - 13}!`, 8, C.green);

/** A clipboard with pictures of four yearly tasks: furnace filter, drip, smoke alarm, gutter. */
const clipboard =
  block(-92, -124, 184, 244, C.belt) +
  block(-80, -106, 160, 218, C.cream, 3) +
  shape("-36,-98! -34,-122! -16,-126! 0,-144 16,-126! 34,-122! 36,-98!", C.metal) +
  [-78, -28, 22, 72].map((y) => block(-66, y - 14, 30, 30, C.white, 3.4)).join("") +
  check(-52, -78) +
  check(-52, -28) +
  check(-52, 22) +
  block(4, -96, 52, 38, C.metal, 3.4) +
  repeat([14, -94, 14, -62], [8, 0], 5, 3) +
  line("0,-40! 34,-40! 44,-30 44,-22!", 9, C.petrol) +
  line("20,-40! 20,-48!|10,-49! 30,-49!", 5) +
  drop(44, -6, 8, C.water) +
  disc(30, 24, 21, C.white, 3.4) +
  disc(30, 24, 11, C.mist, 3) +
  dot(42, 12, 4, C.orange) +
  strokes("58,6 66,0 0|60,22 70,22 0|2,6 -6,0 0|0,22 -10,22 0", 3, C.orange) +
  shape("0,72! 60,72! 54,92! 6,92!", C.petrol, 3.4) +
  shape("10,72! 12,58 26,60! 28,72!|34,72! 40,56 54,62! 50,72!", C.amber, 3);

const longPencil =
  shape("-60,-27! 60,-27! 84,-20! 60,-13! -60,-13!", C.sun, 3) + dot(80, -20, 3, C.ink);

/** Hands tick off the yearly tasks of a clipboard in front of a house in the fall. */
const maintenance = [
  sky(),
  lawn(258),
  place(tree(52, C.amber), 40, 262),
  block(84, 148, 150, 114, C.cream) + flat("90,148! 158,80! 226,148!", C.cream),
  shape("62,152! 158,66! 254,152! 242,162! 158,86! 74,162!", C.brick),
  windowAt(112, 176, 40, 40),
  place(clipboard, 308, 190, 4, 0.86),
  dots(
    [
      [70, 280],
      [120, 292],
      [24, 296],
      [180, 276],
    ],
    7,
    4,
    C.amber,
  ),
  workingHand({ elbow: [110, 370], wrist: [218, 276], hand: "hold", turn: 6, scale: 1.4 }),
  workingHand(aim({ elbow: [500, 372], wrist: [378, 304], held: longPencil, scale: 1.4 }, -140)),
];

/** A dipstick in a hand's coordinates, its oily end to the right. */
const dipstick =
  line("-6,-20! 132,-20!", 14) +
  line("-6,-20! 132,-20!", 5, C.white) +
  line("84,-20! 132,-20!", 7, C.orange) +
  dot(-30, -20, 18, C.sun, 18, true);

const oilJug =
  block(-8, -78, 22, 16, C.ink, 3) +
  shape("-26,0! -26,-46 -12,-62! 20,-62! 26,-54 26,0!", C.orange) +
  block(-16, -40, 32, 28, C.cream, 3) +
  drop(0, -22, 8, C.amber);

/** Henry checks the oil of a car in its driveway at dusk; oil and wash bucket are at hand. */
const vehicle = [
  driveway("dusk"),
  place(car(C.leaf, true), 163, 78, 0, 1.1),
  place(oilJug, 34, 300) + place(bucket(C.petrol), 430, 302, 0, 1.2),
  worker({
    hip: [98, 230],
    neck: [110, 172],
    tilt: 4,
    nearArm: aim({ elbow: [140, 214], wrist: [180, 184], held: dipstick }, 22),
    farArm: { elbow: [146, 214], wrist: [188, 220], hand: "flat" },
    nearLeg: { knee: [92, 258], ankle: [80, 286] },
    farLeg: { knee: [118, 256], ankle: [130, 284] },
  }),
];

const coinStack = (x: number, y: number, count: number) =>
  Array.from({ length: count }, (_, i) =>
    shape(
      `${x - 26},${y - i * 13 - 12}! ${x - 26},${y - i * 13} ${x},${y - i * 13 + 8} ${x + 26},${y - i * 13} ${x + 26},${y - i * 13 - 12}!`,
      C.sun,
      3,
    ),
  ).join("") + dot(x, y - (count - 1) * 13 - 12, 26, C.pale, 8, true);

/** A house in a knitted cap keeps warm on a snowy night; the coins saved pile up. */
const energy = [
  sky("night"),
  dots(
    [
      [30, 120],
      [80, 60],
      [130, 30],
      [330, 60],
      [360, 150],
      [440, 170],
      [300, 110],
      [66, 180],
      [390, 30],
    ],
    5,
    5,
    C.white,
  ),
  shape("-8,256 90,250 240,262 380,248 488,258! 488,328! -8,328!", C.white),
  block(98, 150, 184, 128, C.sand),
  shade("256,150! 282,150! 282,278! 256,278!"),
  block(170, 206, 42, 72, C.petrol) + dot(202, 244, 3.4, C.sun),
  [116, 226]
    .map(
      (x) =>
        block(x, 196, 40, 42, C.sun) +
        rules(`${x + 20},196 ${x + 20},238|${x},217 ${x + 40},217`, 3),
    )
    .join(""),
  dot(190, 40, 26, C.cream, 24, true),
  strokes("176,34 184,46 2|196,28 192,42 2|204,44 194,50 2", 2.6, C.metal),
  shape("88,140! 92,96 130,62 190,54 250,62 288,96 292,140!", C.orange),
  line("94,116! 118,98! 142,116! 166,98! 190,116! 214,98! 238,116! 262,98! 286,116!", 6, C.pale),
  shape("74,138 84,128! 296,128! 306,138 306,158 296,166! 84,166! 74,158", C.coral),
  repeat([100, 134, 100, 160], [20, 0], 10, 3),
  coinStack(340, 292, 4) + coinStack(396, 296, 8),
];

/** The hammer with its face down, its handle in the color of what is missing on the board. */
const downwardHammer = group(hammer.replaceAll(C.belt, C.orange), "translate(0 -40) scale(1 -1)");

const saw =
  shape("0,0! 96,22! 96,34! 4,44!", C.mist, 3.4) +
  shape("4,-4! -34,-8 -44,20 -34,48 6,50!", C.orange) +
  shape("-8,12 -24,10 -28,22 -22,34 -8,32", C.pale, 3);

/** Hands drive a nail at a workbench; on the board of tools only the hammer is missing. */
const diy = [
  band(0, 320, C.leaf),
  block(-8, 16, 496, 190, C.pale),
  ...[36, 68, 100, 132, 164].map((y) =>
    line(`14,${y}! 470,${y}!`, 4, C.amber).replace("/>", ' stroke-dasharray="0 30"/>'),
  ),
  place(saw, 58, 84),
  place(screwdriver.replaceAll(C.orange, C.petrol), 184, 66, 180, 1.1),
  place(wrench, 318, 138, 0, 0.9),
  line("426,36! 426,58!", 5) +
    rounded(398, 54, 58, 56, 14, C.petrol) +
    disc(427, 82, 17, C.cream, 3.4),
  block(-8, 250, 496, 26, C.tan),
  band(278, 320, C.bark) + rules("-8,278 488,278"),
  block(96, 218, 250, 32, C.amber),
  strokes("120,230 220,232 2|240,240 330,238 -2", 2.4, C.belt),
  line("232,222! 232,184!", 7) + line("224,184! 240,184!", 7),
  workingHand({ elbow: [40, 356], wrist: [130, 240], hand: "flat", turn: -8, scale: 1.3 }),
  workingHand(
    aim({ elbow: [486, 330], wrist: [370, 172], held: downwardHammer, scale: 1.3 }, -172),
  ),
  strokes("204,178 188,166 0|202,194 184,196 0|262,194 280,200 0", 4, C.orange),
];

export const guideScenes = {
  "home-maintenance-checklist": maintenance,
  "vehicle-care-guide": vehicle,
  "energy-saving-tips": energy,
  "diy-repair-basics": diy,
  ...planningScenes,
};
