import { C, dot, flat, line, shade, shape, strokes } from "../ink.ts";
import { repeat, rules } from "../repair-parts/kit.ts";
import { bush, flower, house, ladder, place, rope, tree } from "./objects.ts";
import { scatter } from "./outdoor-kit.ts";
import { helmet, henry } from "./people.ts";
import { band, block, lawn, sky } from "./settings.ts";
import { facingLeft } from "./worker.ts";

/** In a hand: a chain saw, its bar towards -y. */
const chainSaw =
  shape("-40,-34! 40,-34! 40,2! -40,2!", C.ink) +
  shape("-46,-120! 30,-126! 46,-116! 46,-28! -46,-28!", C.orange) +
  line("-46,-106! -74,-96 -74,-62 -46,-52!", 14) +
  shape("-14,-120! -14,-310! -6,-324 6,-324 14,-310! 14,-120!", C.metal);

/** Henry in a helmet, his rope tied higher up, saws off one of the two stems of a tall tree. */
const treeService = [
  sky(),
  place(house(C.cream, C.brick), 76, 352),
  shape("298,270! 276,140 254,-20! 292,-20! 308,120 336,270!", C.belt),
  shape("120,-10! 124,36 176,58 236,40 290,58 330,30 330,-10!", C.leaf),
  shape("286,340! 300,196! 362,196! 374,340!", C.belt),
  strokes("340,220 344,300 3|314,230 308,300 -3|282,70 290,120 2", 3),
  shape("300,196! 304,186! 352,180! 362,196!", C.pale, 3.4),
  place(
    shape("-30,0! -22,-60 -6,-120! 30,-120! 20,-60 30,0!", C.belt) +
      shape(
        "-54,-76 -66,-130 -30,-186 50,-206 120,-180 152,-124 128,-70 66,-66 30,-84 -10,-70",
        C.leaf,
      ) +
      strokes("-30,-120 0,-140 3|70,-104 96,-112 3|40,-160 70,-164 3", 3),
    340,
    176,
    14,
  ),
  // The limb that holds his line, away from the saw.
  shape("266,104! 210,64 110,52! 110,38! 214,46 260,62!", C.belt),
  line("140,36! 144,60!|150,36! 154,60!", 8) +
    line("140,36! 144,60!|150,36! 154,60!", 3.4, C.cream),
  rope("148,58 146,130", [176, 205]),
  henry(192, 336, {
    hip: [20, -118],
    neck: [0, -178],
    tilt: 4,
    gloves: C.sun,
    headgear: helmet,
    hasHarness: true,
    nearArm: { elbow: [22, -128], wrist: [66, -164], held: chainSaw, turn: 36 },
    farArm: { elbow: [60, -150], wrist: [94, -184] },
    nearLeg: { knee: [60, -88], ankle: [94, -46], toes: -30 },
    farLeg: { knee: [76, -108], ankle: [100, -86], toes: -30 },
  }),
  line("214,238! 300,250 340,258 368,250", 9) +
    line("214,238! 300,250 340,258 368,250", 4, C.orange),
  strokes("392,206 440,226 6|390,212 424,250 5|394,200 450,200 5", 5, C.pale),
];

/** A shovel with its blade down at (0, 0), its handle up. */
const shovel =
  line("0,-40! 0,-146!", 11) +
  line("0,-40! 0,-146!", 4, C.tan) +
  shape("-20,-168! 20,-168! 12,-144! -12,-144!", C.orange) +
  shape("-18,-50! 18,-50! 18,-16 0,6! -18,-16", C.metal);

const stones = (list: string) =>
  scatter(list, ([x = 0, y = 0, r = 16]) => dot(x, y, r, C.stone, Math.round(r * 0.72), true));

/** Henry digs the hole for a young tree, next to a planted bed with a border of stones. */
const landscaping = [
  band(0, 320, C.pale),
  place(
    [
      shape(
        "-10,226! -10,150 40,138 90,150 150,136 210,150 280,138 350,150 420,136 490,148! 490,226!",
        C.leaf,
        3,
      ),
      band(222, 346, C.grass) + line("0,222 480,222"),
      shape("306,250 340,226 420,218 490,222! 490,290! 400,292 330,280", C.bark),
      shape("396,240! 392,190 412,118 432,190 428,240!", C.green) +
        bush(356, 240, 24, C.green) +
        bush(452, 244, 34, C.leaf),
      flower(340, 250, C.orange) +
        flower(372, 252, C.sun) +
        flower(400, 258, C.orange) +
        flower(440, 256, C.white) +
        flower(464, 260, C.orange),
      stones("312,262,15 338,278,17 368,288,15 398,292,16 430,292,17 462,290,16"),
      place(tree(62, C.green), 92, 216),
      shape("50,210 92,200 134,210 140,250 120,274 92,280 62,274 44,250", C.tan) +
        line(
          "60,222 92,230 126,222|64,262 92,246 122,264|76,206 86,240 76,276|110,206 100,240 112,274",
          2.6,
          C.belt,
        ),
      shape("196,284 214,262 238,258 262,270 276,286!", C.bark) +
        shape("144,288 170,276 208,276 230,288 208,300 168,300", C.deep),
      facingLeft(
        place(shovel, 296, 290, 12) +
          henry(228, 292, {
            hip: [0, -84],
            neck: [22, -142],
            tilt: 12,
            nearArm: { elbow: [48, -92], wrist: [84, -88] },
            farArm: { elbow: [80, -124], wrist: [114, -138] },
            nearLeg: { knee: [-10, -52], ankle: [-26, -17] },
            farLeg: { knee: [38, -66], ankle: [48, -32] },
          }),
        240,
      ),
    ].join(""),
    0,
    -22,
  ),
];

/** A walk-behind mower that goes right, its rear wheel at (0, 0) on the ground. */
const mower =
  line("6,-34! -66,-104! -84,-106!", 12) +
  line("6,-34! -66,-104! -84,-106!", 5, C.metal) +
  shape("-52,-66! -10,-58! -2,-14! -44,-14!", C.petrol) +
  shape("-14,-38! 96,-38! 118,-12! -14,-12!", C.orange) +
  shade("-14,-22! 108,-22! 118,-12! -14,-12!") +
  block(26, -74, 48, 36, C.ink) +
  shape("18,-74! 22,-88! 78,-88! 82,-74!", C.metal) +
  line("34,-60! 66,-60!|34,-50! 66,-50!", 3, C.metal) +
  [4, 96].map((x) => dot(x, -16, 18, C.ink) + dot(x, -16, 9, C.metal)).join("");

/** Henry mows tall grass: cut stripes behind him, tall blades ahead. */
const lawncare = [
  sky(),
  place(tree(46), 62, 174) + place(house(C.cream, C.brick), 360, 172, 0, 0.84),
  lawn(168, C.leaf),
  flat("60,168! 150,168! 60,320! -80,320!|240,168! 330,168! 330,320! 200,320!", C.grass),
  place(mower, 254, 262),
  henry(146, 266, {
    hip: [0, -84],
    neck: [20, -142],
    tilt: 2,
    mood: "happy",
    nearArm: { elbow: [30, -100], wrist: [62, -116] },
    farArm: { elbow: [50, -104], wrist: [70, -118] },
    nearLeg: { knee: [-6, -46], ankle: [-40, -20], toes: 24 },
    farLeg: { knee: [24, -56], ankle: [26, -17] },
  }),
  place(
    shape(
      "366,350! 362,260! 376,284! 376,226! 392,270! 402,214! 414,268! 426,222! 436,266! 452,210! 460,262! 474,218! 490,250! 490,350!",
      C.green,
    ) + strokes("366,232 352,216 4|380,214 374,196 3|352,244 338,232 4", 5, C.green),
    0,
    -24,
  ),
];

/** In a hand: a hedge trimmer, its blade towards -y. */
const hedgeTrimmer =
  shape("-34,-96! 30,-96! 36,-30! 36,8! -34,8! -40,-30!", C.orange) +
  line("-34,-90! -62,-84 -62,-50 -36,-44!", 12) +
  repeat([-24, -110, 24, -110], [0, -26], 8, 7) +
  shape("-12,-96! -12,-300! 0,-316! 12,-300! 12,-96!", C.metal);

/** Henry trims the hedge in front of a house, a ladder at its gutter and a fence beside it. */
const exteriorLandscaping = [
  sky("day"),
  rules("-10,196 240,196|-10,232 240,232", 12) +
    rules("-10,196 240,196|-10,232 240,232", 4, C.cream),
  [6, 42, 78, 114, 150, 186].map((x) => block(x, 170, 24, 84, C.white)).join(""),
  block(226, 128, 264, 136, C.cream),
  repeat([228, 150, 490, 150], [0, 22], 5, 2.2, C.tan),
  block(424, 34, 34, 60, C.coral),
  shape("196,132! 256,64! 490,64! 490,132!", C.brick),
  repeat([238, 88, 490, 88], [-18, 22], 2, 3),
  block(200, 128, 300, 14, C.metal),
  block(326, 176, 52, 88, C.petrol) + dot(368, 222, 4, C.sun),
  block(322, 72, 56, 46, C.cream) +
    shape("308,78! 350,44! 392,78!", C.brick) +
    block(338, 84, 24, 26, C.sky, 3),
  lawn(260),
  ladder(430, 290, 416, 106, 36),
  shape("330,262! 374,262! 420,330! 300,330!", C.stone),
  shape(
    "166,300! 156,260 160,196 176,176 200,180 226,172 252,180 284,172 300,192 306,240 296,300!",
    C.green,
  ),
  strokes(
    "190,226 210,214 3|236,212 256,212 3|262,250 282,240 3|200,268 222,262 3|240,280 258,276 3",
    3,
  ),
  strokes(
    "300,160 316,150 3|286,150 294,136 3|314,176 330,172 3|140,292 152,284 2|128,302 138,296 2",
    5,
    C.green,
  ),
  henry(92, 300, {
    hip: [0, -84],
    neck: [14, -144],
    tilt: 2,
    nearArm: { elbow: [28, -96], wrist: [64, -118], held: hedgeTrimmer, turn: 30 },
    farArm: { elbow: [60, -116], wrist: [92, -140] },
    nearLeg: { knee: [-10, -52], ankle: [-26, -17] },
    farLeg: { knee: [22, -54], ankle: [24, -17] },
  }),
];

export const exteriorYardScenes = {
  "tree-service": treeService,
  landscaping,
  lawncare,
  "exterior-landscaping": exteriorLandscaping,
};
