import { C, dot, flat, line, shade, shape, strokes } from "../ink.ts";
import * as props from "../parts/props.ts";
import { repeat, rules } from "../repair-parts/kit.ts";
import { aim } from "./aim.ts";
import { bush, place, rays, tree, windowAt } from "./objects.ts";
import { goggles, hardHat } from "./people.ts";
import { bathScenes } from "./remodeling-baths.ts";
import { finishScenes } from "./remodeling-finishes.ts";
import { basement, block, room, yard } from "./settings.ts";
import { drill } from "./trade-tools.ts";
import { facingLeft, worker } from "./worker.ts";

/** Wall studs 16 wide with their left edges at `xs`. */
const studs = (xs: readonly number[], top: number, bottom: number) =>
  xs.map((x) => block(x, top, 16, bottom - top, C.tan, 3)).join("");

/** A base cabinet without its top: a drawer above two doors. */
const baseCabinet = (x: number, width: number) =>
  block(x, 202, width, 82, C.leaf) +
  block(x + 8, 210, width - 16, 18, C.leaf, 3) +
  block(x + 8, 236, width / 2 - 12, 40, C.leaf, 3) +
  block(x + width / 2 + 4, 236, width / 2 - 12, 40, C.leaf, 3);

/** A countertop with a cutout for the sink, a hand above the cabinets. */
const countertop =
  shape("138,180! 160,164! 358,164! 340,180!", C.cream) +
  shape("204,177! 216,167! 290,167! 282,177!", C.metal, 3) +
  shape("138,180! 340,180! 340,195! 138,195!", C.white) +
  strokes("152,186 184,190 3|206,188 236,186 -3|270,188 306,188 3|172,174 190,170 1", 2.4, C.metal);

/** A second worker, in green overalls and a helmet, at the left end of the counter. */
const helper = worker({
  hip: [112, 232],
  neck: [122, 176],
  tilt: 4,
  headgear: (hardHat + goggles).replaceAll(C.orange, C.coral),
  gloves: C.leaf,
  nearArm: { elbow: [136, 220], wrist: [166, 194], hand: "hold" },
  farArm: { elbow: [166, 200], wrist: [192, 176], hand: "flat", turn: 20 },
  nearLeg: { knee: [106, 260], ankle: [96, 288] },
  farLeg: { knee: [130, 258], ankle: [136, 288] },
})
  .replaceAll(C.petrol, C.green)
  .replaceAll(C.sun, C.cream);

/** Henry and a helper set a new countertop on base cabinets; the wall behind has no tiles yet. */
const kitchenRemodeling = [
  room(C.wall, C.oak, 284),
  flat("336,-8! 488,-8! 488,270! 336,270!", C.belt),
  studs([330, 396, 458], -8, 270),
  block(372, 96, 24, 32, C.petrol, 3) + line("384,96 380,40 384,-8", 5, C.sun),
  windowAt(180, 66, 88, 80),
  place(
    shape("56,-8! 112,-8! 112,44! 144,84! 24,84! 56,44!", C.metal) +
      shade("96,-8! 112,-8! 112,44! 144,84! 118,84! 96,44!") +
      block(18, 84, 132, 14, C.metal),
    0,
    -36,
  ),
  // The place of the stove, with its outlet.
  block(30, 196, 26, 32, C.white, 3.4) + rules("38,206 38,214|48,206 48,214", 4),
  baseCabinet(-60, 78) + block(-8, 186, 26, 14, C.white),
  baseCabinet(150, 172),
  helper,
  countertop,
  place(block(-34, -96, 68, 96, C.coral) + block(-22, -84, 44, 72, C.coral, 3), 440, 296, 12),
  facingLeft(
    worker({
      hip: [122, 232],
      neck: [136, 176],
      tilt: 4,
      gloves: C.sun,
      nearArm: { elbow: [152, 220], wrist: [174, 196], hand: "hold" },
      farArm: { elbow: [168, 198], wrist: [188, 176], hand: "flat", turn: 20 },
      nearLeg: { knee: [114, 260], ankle: [106, 288] },
      farLeg: { knee: [138, 258], ankle: [148, 288] },
    }),
    240,
  ),
];

const sofa =
  shape("0,-40! 4,-74! 150,-74! 150,0! 0,0!", C.petrol) +
  block(-18, -50, 30, 50, C.petrol) +
  block(12, -36, 140, 22, C.leaf);

/**
 * Henry frames the walls of a basement: bare block to the left, a cozy finished end to the right.
 */
const basementRemodeling = [
  basement(C.stone),
  windowAt(34, 62, 74, 36, C.leaf),
  shape("330,42! 488,42! 488,264! 330,264!", C.wall),
  block(330, 248, 160, 16, C.white, 3),
  shape("372,140! 384,106! 416,106! 428,140!", C.sun) + line("400,140! 400,230!", 6),
  flat("366,264! 374,140! 426,140! 440,264!", C.pale, ".5"),
  shape("318,264! 488,264! 488,328! 300,328!", C.coral),
  place(sofa, 366, 290),
  studs([150, 226, 302], 54, 262),
  block(120, 40, 216, 16, C.tan, 3) + block(120, 260, 216, 14, C.tan, 3),
  worker({
    hip: [200, 228],
    neck: [206, 170],
    tilt: -2,
    nearArm: { elbow: [214, 230], wrist: [236, 214], held: drill, turn: 40, flip: true },
    farArm: { elbow: [254, 186], wrist: [290, 158], hand: "flat" },
    nearLeg: { knee: [194, 258], ankle: [184, 286] },
    farLeg: { knee: [218, 256], ankle: [228, 284] },
  }),
];

/** A sawhorse, standing on (0, 0). */
const sawhorse =
  line("-12,-60! -22,0!|12,-60! 22,0!", 11) +
  line("-12,-60! -22,0!|12,-60! 22,0!", 5, C.sun) +
  block(-20, -24, 40, 8, C.sun, 3);

/** A house with one half open to its framing; Henry marks the blueprint on a pair of sawhorses. */
const remodeling = [
  yard("day", 250),
  place(tree(50), 456, 256),
  block(10, 116, 300, 140, C.cream),
  repeat([12, 136, 150, 136], [0, 20], 6, 2, C.tan),
  flat("152,118! 308,118! 308,254! 152,254!", C.pale),
  block(212, 150, 32, 104, C.petrol, 3),
  windowAt(58, 146, 58, 60),
  studs([150, 184, 256, 294], 116, 254),
  rules("166,184 184,184|272,184 294,184", 12) + rules("166,184 184,184|272,184 294,184", 6, C.tan),
  shape("-16,122! 10,28! 172,28! 174,122!", C.brick),
  rules("-4,92 172,92|4,60 172,60", 2.6),
  rules("172,28 174,116|216,28 226,116|262,28 280,116|306,28 332,116", 13),
  rules("172,28 174,116|216,28 226,116|262,28 280,116|306,28 332,116", 6, C.tan),
  block(166, 20, 146, 12, C.tan, 3) + block(168, 112, 170, 12, C.tan, 3),
  place(sawhorse, 166, 304) + place(sawhorse, 316, 304),
  shape("152,206! 336,206! 352,248! 128,248!", C.tan),
  block(128, 248, 224, 10, C.pale, 3),
  shape("176,198! 320,200! 330,242! 160,242!", C.petrol, 3.4),
  line(
    "188,208! 308,208! 314,234! 180,234!|186,222! 240,222! 240,208!|262,234! 262,222! 310,222!|188,208! 180,234!",
    3,
    C.white,
  ),
  facingLeft(
    worker({
      hip: [88, 228],
      neck: [102, 170],
      tilt: 8,
      nearArm: aim({ elbow: [126, 228], wrist: [160, 204], held: props.pencil }, 60),
      farArm: { elbow: [150, 200], wrist: [184, 216], hand: "flat" },
      nearLeg: { knee: [80, 258], ankle: [72, 286] },
      farLeg: { knee: [104, 256], ankle: [112, 284] },
    }),
    240,
  ),
];

/** A sledgehammer in a hand's coordinates, its head to the right. */
const sledge =
  line("-150,-20! 130,-20!", 21) +
  line("-150,-20! 130,-20!", 11, C.amber) +
  block(112, -74, 52, 108, C.metal, 6);

/** Henry in goggles knocks an opening into an old wall: studs and daylight show behind it. */
const openingUp = [
  room(C.coral, C.tan, 276),
  repeat([20, 0, 20, 260], [34, 0], 8, 3, C.dusk),
  shape(
    "270,-8! 290,40! 262,74! 290,104! 258,140! 282,176! 264,206! 300,226! 290,262! 488,262! 488,-8!",
    C.cream,
  ),
  flat("316,-8! 488,-8! 488,262! 308,262! 318,222! 292,196! 308,150! 316,60!", C.sky),
  dot(454, 84, 26, C.sun) + bush(452, 262, 38),
  studs([344, 412], -8, 262),
  line("270,74! 240,60! 232,40!|258,140! 236,136!|264,206! 238,222! 236,244!", 3),
  shape(
    "286,290! 300,262! 328,250! 350,262! 362,290!|366,292! 378,272! 400,276! 408,292!",
    C.cream,
  ),
  shape(
    "258,96! 244,84! 252,104!|340,62! 356,52! 352,72!|362,92! 384,88! 374,106!|362,190! 380,196! 364,206!",
    C.cream,
    3,
  ),
  rays(322, 128, 50, C.orange, 9),
  worker({
    hip: [150, 228],
    neck: [164, 170],
    gloves: C.sun,
    headgear: goggles,
    nearArm: { elbow: [182, 232], wrist: [214, 212], turn: 10 },
    farArm: aim({ elbow: [206, 200], wrist: [238, 176], held: sledge }, -50),
    nearLeg: { knee: [134, 256], ankle: [112, 284] },
    farLeg: { knee: [178, 254], ankle: [192, 284] },
  }),
];

export const remodelingRepairsScenes = {
  "remodeling-repairs": openingUp,
  remodeling,
  "kitchen-remodeling": kitchenRemodeling,
  "basement-remodeling": basementRemodeling,
  ...bathScenes,
  ...finishScenes,
};
