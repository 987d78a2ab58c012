import { C, dot, flat, line, shade, shape, strokes } from "../ink.ts";
import { repeat, rules, tube } from "../repair-parts/kit.ts";
import { concreteScenes } from "./miscellaneous-concrete.ts";
import { bucket, place, tree, windowAt } from "./objects.ts";
import { band, block, lawn, room, sky, yard } from "./settings.ts";
import { drill, handsaw, mortar, trowel } from "./trade-tools.ts";
import { facingLeft, worker, workingHand } from "./worker.ts";

/** Two hands push a plane along a board: long shavings curl up. */
const carpentry = [
  band(0, 320, C.leaf),
  place(handsaw, 52, 40, 176, 0.56),
  block(-6, 250, 492, 80, C.belt),
  rules("0,292 480,292", 2.6, C.bark),
  block(-6, 210, 492, 42, C.tan),
  block(-6, 198, 492, 14, C.pale),
  strokes("20,232 120,228 2|150,238 290,234 2|320,228 440,234 -2", 3, C.belt),
  tube("228,164 204,126 214,92 246,86 262,108 246,128 232,114", 15, C.pale),
  tube("216,176 180,160 166,126 186,104", 13, C.pale),
  shape("96,198! 100,174! 128,172 204,176! 224,190! 250,176! 400,172! 404,198!", C.metal),
  shade("96,198! 97,188! 404,186! 404,198!"),
  shape("222,192! 262,112! 280,118! 246,190!", C.petrol),
  shape("330,176! 342,150 326,112 348,104 372,116 380,150 388,176!", C.orange),
  shape("136,174! 140,152 160,152 164,174!", C.belt),
  workingHand({ elbow: [520, 84], wrist: [388, 138], turn: 12, scale: 1.5 }),
  workingHand({ elbow: [236, -60], wrist: [150, 92], hand: "grip", turn: -16, scale: 1.5 }),
];

/** Bricks of a course from x to the right edge, their upper edge at y. */
const course = (y: number, x: number, firstWidth = 56) => {
  const brick = (left: number, width: number) =>
    `${left},${y}! ${left + width},${y}! ${left + width},${y + 25}! ${left},${y + 25}!`;
  const all = [brick(x, firstWidth)];
  for (let left = x + firstWidth + 6; left < 480; left += 62) all.push(brick(left, 56));
  return all.join("|");
};

/** Henry lays the next brick of a wall along a string, a trowel of mortar in his other hand. */
const masonry = [
  yard("day", 250),
  place(tree(34), 40, 252),
  block(252, 134, 240, 156, C.cream),
  flat("246,108! 376,108! 376,162! 246,162!", C.sky),
  shape(
    [course(260, 254), course(229, 254, 25), course(198, 254), course(167, 254, 25)].join("|"),
    C.brick,
    3,
  ),
  shape("250,164! 256,156 300,152 350,156 376,154! 376,168! 252,168!", C.cream, 3),
  shape(course(136, 378), C.brick, 3),
  line("244,128! 480,128!", 2.6, C.orange),
  [0, 1, 2]
    .map(
      (row) =>
        block(14 + row * 8, 262 - row * 24, 58, 24, C.brick, 3.4) +
        block(74 - row * 8, 262 - row * 24, 58, 24, C.brick, 3.4),
    )
    .join(""),
  worker({
    hip: [188, 216],
    neck: [202, 160],
    tilt: 6,
    nearArm: {
      elbow: [232, 208],
      wrist: [262, 176],
      held: trowel + mortar,
      turn: -50,
    },
    farArm: {
      elbow: [256, 172],
      wrist: [300, 136],
      hand: "hold",
      held: block(-38, -52, 92, 42, C.brick),
      turn: -50,
    },
    nearLeg: { knee: [176, 252], ankle: [164, 280] },
    farLeg: { knee: [206, 250], ankle: [214, 280] },
  }),
];

/** Henry fits a new baluster under the handrail of a staircase; one tread is cracked. */
const staircases = [
  room(C.pale, C.belt, 280),
  windowAt(24, 62, 56, 84),
  shape(
    "232,280! 232,248! 282,248! 282,216! 332,216! 332,184! 382,184! 382,152! 432,152! 432,120! 486,120! 486,286! 232,286!",
    C.white,
  ),
  shade("232,280! 486,116! 486,286! 232,286!"),
  [0, 1, 2, 3, 4].map((i) => block(222 + i * 50, 244 - i * 32, 70, 11, C.belt)).join(""),
  [344, 368, 394, 418, 444, 468]
    .map((x) => {
      const tread = 244 - Math.floor((x - 232) / 50) * 32;
      return block(x - 4, tread - 96, 9, 96, C.white, 3);
    })
    .join(""),
  line("238,156! 488,-4!", 17),
  line("238,156! 488,-4!", 9, C.belt),
  block(228, 138, 22, 106, C.belt),
  dot(239, 128, 13, C.belt, 13, true),
  shape("300,212! 300,170! 305,176! 309,168! 309,212!", C.orange, 3),
  shape("303,116! 313,116! 326,160! 320,156! 316,164!", C.orange, 3),
  worker({
    hip: [126, 218],
    neck: [140, 160],
    nearArm: { elbow: [138, 214], wrist: [170, 212], held: drill, flip: true, turn: -2 },
    farArm: { elbow: [188, 182], wrist: [222, 172], hand: "flat" },
    nearLeg: { knee: [114, 254], ankle: [102, 288] },
    farLeg: { knee: [144, 252], ankle: [154, 288] },
  }),
];

/** Henry spreads black sealer over the cracked driveway in front of a garage. */
const driveways = [
  sky("day"),
  place(tree(40), 40, 180),
  lawn(176),
  block(96, 44, 340, 134, C.cream),
  repeat([98, 70, 434, 70], [0, 24], 5, 2, C.tan),
  shape("76,48! 116,-6! 416,-6! 456,48!", C.petrol),
  block(136, 72, 256, 104, C.white),
  repeat([138, 98, 390, 98], [0, 26], 3, 3),
  shape("128,177! 400,177! 530,330! -40,330!", C.metal),
  shape("128,177! 230,177! 244,200 226,226 240,252 204,284 216,300 206,330! -40,330!", C.ink, 3),
  strokes("120,206 88,246 4|150,196 140,214 2|60,262 30,300 4", 4, C.petrol),
  line(
    "270,178! 278,198! 262,214! 274,236! 258,256!|390,200! 404,222! 434,228!|404,222! 394,244!|270,330! 288,300! 276,282!|346,330! 338,310! 368,296!",
    4,
  ),
  place(bucket(C.ink), 440, 300, 0, 1.3),
  line("314,186! 222,268!", 12),
  line("314,186! 222,268!", 5, C.amber),
  shape("176,256! 262,268! 260,284! 172,272!", C.orange),
  facingLeft(
    worker({
      hip: [346, 236],
      neck: [358, 176],
      nearArm: { elbow: [372, 234], wrist: [396, 216] },
      farArm: { elbow: [402, 204], wrist: [421, 218] },
      nearLeg: { knee: [334, 268], ankle: [322, 296] },
      farLeg: { knee: [364, 266], ankle: [374, 296] },
    }),
    350,
  ),
];

export const buildingScenes = {
  carpentry,
  masonry,
  staircases,
  driveways,
  ...concreteScenes,
};
