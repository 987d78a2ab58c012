import { C, dot, flat, line, shade, shape } from "../ink.ts";
import { courses, repeat } from "../repair-parts/kit.ts";
import { aim } from "./aim.ts";
import { bush, place, rays, tree } from "./objects.ts";
import { beam, scatter } from "./outdoor-kit.ts";
import { outdoorRoomScenes } from "./outdoor-rooms.ts";
import { henry } from "./people.ts";
import { band, block, lawn, sky, yard } from "./settings.ts";
import { trowel } from "./trade-tools.ts";
import { facingLeft } from "./worker.ts";

/** Leaves on water: "x,y,turn" each. */
const floating = (list: string) =>
  scatter(list, ([x = 0, y = 0, turn = 0]) =>
    place(shape("-15,0! -3,-8 9,-5 15,0! 9,6 -3,8", C.orange, 3), x, y, turn),
  );

/** Henry lifts leaves out of a pool with a long skimmer. */
const swimmingPools = [
  sky(),
  bush(40, 140, 40, C.green) +
    bush(150, 140, 34) +
    bush(320, 140, 36, C.green) +
    bush(440, 140, 44),
  band(136, 320, C.oak) + line("0,136 480,136"),
  shape("150,158! 500,158! 500,336! 60,336!", C.white),
  shape("168,174! 500,174! 500,336! 88,336!", C.water),
  flat("168,174! 500,174! 500,192! 160,192!", C.petrol, ".35"),
  line(
    "210,220 230,214 250,220 270,214|360,290 384,283 408,290 432,283|150,300 172,293 194,300 216,293",
    4,
    C.white,
  ),
  line(
    "386,204! 386,126 394,114 406,114 412,126! 412,162!|440,204! 440,126 448,114 460,114 466,126! 466,162!",
    11,
  ) +
    line(
      "386,204! 386,126 394,114 406,114 412,126! 412,162!|440,204! 440,126 448,114 460,114 466,126! 466,162!",
      4,
      C.white,
    ),
  dot(410, 248, 40, C.coral, 22, true) +
    dot(410, 246, 18, C.water, 9, true) +
    shape(
      "376,238! 384,232! 400,240! 396,243!|444,238! 436,232! 420,240! 424,243!|396,268! 424,268! 420,254! 400,254!",
      C.white,
      2.6,
    ),
  floating("228,258,20 252,286,70 330,196,-40"),
  line("40,184! 300,232!", 10) + line("40,184! 300,232!", 4, C.sun),
  henry(84, 290, {
    hip: [0, -84],
    neck: [10, -144],
    tilt: 8,
    nearArm: { elbow: [14, -92], wrist: [46, -100] },
    farArm: { elbow: [62, -104], wrist: [108, -94] },
    nearLeg: { knee: [-14, -52], ankle: [-28, -17] },
    farLeg: { knee: [18, -54], ankle: [20, -17] },
  }),
  shape("296,230! 304,214 336,206 364,220 366,244 340,256 306,250", C.mist, 6),
  repeat([316, 216, 306, 246], [14, 0], 4, 2, C.metal) +
    repeat([304, 226, 362, 226], [0, 12], 2, 2, C.metal),
  floating("322,226,30 344,236,-50 338,218,80"),
];

/** Flat stones in a wall: "x,y,width,height" each. */
const stones = (list: string) =>
  scatter(list, ([x = 0, y = 0, width = 0, height = 0]) =>
    shape(
      `${x},${y + 4} ${x + 6},${y} ${x + width - 6},${y + 1} ${x + width},${y + 6} ${x + width - 1},${y + height - 5} ${x + width - 7},${y + height} ${x + 5},${y + height - 1} ${x + 1},${y + height - 6}`,
      C.stone,
      3,
    ),
  );

/** Henry sets the last stones on the front of an outdoor kitchen with a built-in grill. */
const outdoorKitchens = [
  yard("dusk", 190),
  band(268, 320, C.tan) + line("0,268! 480,268!"),
  block(-6, 156, 296, 124, C.oak),
  stones(
    "-8,160,46,34 42,160,30,34 212,160,36,34 -8,198,34,38 30,198,42,38 212,198,50,38 -8,240,52,38 48,240,24,38 212,240,32,38",
  ),
  block(76, 168, 130, 112, C.metal) +
    line("141,176! 141,276!", 3) +
    line("126,200! 126,240!|156,200! 156,240!", 6),
  shape("60,146! 64,112 84,86 110,80! 176,80! 200,86 218,112 222,146!", C.metal) +
    shade("190,84! 200,86 218,112 222,146! 196,146! 198,112") +
    line("98,128! 184,128!", 9) +
    line("98,128! 184,128!", 3, C.white) +
    // The label of a new grill that nobody has lit yet.
    place(block(-16, -12, 32, 24, C.sun, 3) + line("0,-12! 0,-22!", 2.4), 178, 146, 6),
  block(-10, 144, 312, 16, C.white),
  line("16,144! 16,112 24,102 38,104 42,118", 11) +
    line("16,144! 16,112 24,102 38,104 42,118", 4, C.mist),
  stones("238,226,46,46"),
  facingLeft(
    henry(128, 290, {
      hip: [-26, -70],
      neck: [8, -124],
      tilt: 4,
      gloves: C.leaf,
      nearArm: aim({ elbow: [36, -88], wrist: [70, -88], held: trowel }, -64),
      farArm: { elbow: [56, -76], wrist: [92, -54], hand: "flat" },
      nearLeg: { knee: [2, -14], ankle: [-52, -10], toes: 84 },
      farLeg: { knee: [36, -62], ankle: [34, -16] },
    }),
    240,
  ),
  stones("424,262,40,26 440,240,32,24"),
];

/** Henry tightens the rope of a shade sail between a pole and a pergola, in full sun. */
const shadeStructures = [
  band(0, 320, C.pale),
  dot(170, 66, 36, C.sun) + rays(170, 66, 46, C.amber, 12),
  bush(150, 232, 30) + bush(440, 232, 40, C.green),
  lawn(228),
  shape("170,262! 470,262! 500,330! 130,330!", C.oak),
  shade("190,280! 440,280! 452,300! 176,300!"),
  beam("262,112 262,262|440,112 440,262", 9, C.tan),
  beam("226,116 484,116", 9, C.belt),
  [240, 272, 304, 336, 368, 400, 432]
    .map((x) => beam(`${x - 14},124 ${x + 18},72`, 7, C.tan))
    .join(""),
  line("286,292! 292,262!|364,292! 360,262!", 7) + beam("284,260 366,260 406,212", 8, C.coral),
  beam("238,130 238,290|424,130 424,290", 12, C.tan),
  beam("204,126 462,126", 13, C.belt),
  shape("42,64! 150,84 276,70! 250,120 238,184! 136,128", C.orange) +
    shape("110,80! 162,84! 202,152! 136,128 110,106!", C.cream, 3) +
    shade("42,64! 150,110 244,146! 238,184! 136,128"),
  beam("38,66 38,296", 9, C.metal),
  line("40,70! 66,196! 74,250 62,290", 8) + line("40,70! 66,196! 74,250 62,290", 3, C.cream),
  facingLeft(
    henry(
      104,
      300,
      {
        hip: [0, -84],
        neck: [4, -144],
        tilt: -14,
        nearArm: { elbow: [22, -98], wrist: [38, -124] },
        farArm: { elbow: [46, -124], wrist: [50, -154] },
        nearLeg: { knee: [-12, -52], ankle: [-28, -17] },
        farLeg: { knee: [20, -54], ankle: [24, -17] },
      },
      0.76,
    ),
    104,
  ),
];

const adirondack =
  shape("-44,-92! -30,-96! -4,-28! 34,-34! 36,-24! -12,-12!", C.coral) +
  beam("30,-28 34,0|-10,-16 -26,0", 5, C.coral) +
  beam("-34,-46 36,-46|28,-44 30,-28", 5, C.coral);

/** An evening in the back yard: chairs around a fire pit below strings of lights. */
const outdoorLiving = [
  yard("night", 214),
  place(tree(70, C.deep), 60, 216) + place(tree(54, C.deep), 170, 216),
  lawn(214, C.deep),
  block(344, -6, 150, 250, C.petrol) + repeat([346, 20, 480, 20], [0, 24], 9, 2.2, C.deep),
  block(378, 110, 84, 130, C.sun) + line("420,112! 420,238!", 4),
  shape("40,236 130,218 350,218 440,236 470,276 400,316 80,316 10,276", C.stone),
  flat("110,246 180,230 300,230 370,246 350,280 240,290 130,280", C.pale, ".7"),
  line("-10,62 80,104 200,108 344,60", 3, C.metal) +
    [
      [20, 84],
      [70, 106],
      [128, 118],
      [190, 116],
      [248, 104],
      [302, 84],
    ]
      .map(([x = 0, y = 0]) => dot(x, y, 8, C.sun, 10, true))
      .join(""),
  place(
    [
      place(adirondack, 108, 276, 0, 1.25) + facingLeft(place(adirondack, 108, 276, 0, 1.25), 226),
      shape(
        "226,250! 188,230 196,192 214,206 214,168 232,130 246,172 254,158 268,200 270,228 248,250!",
        C.orange,
      ) + shape("228,250! 212,232 222,204 232,180 242,206 252,220 244,250!", C.sun, 3),
      line("196,254! 262,240!|200,240! 260,254!", 11) +
        line("196,254! 262,240!|200,240! 260,254!", 4, C.belt),
      shape("170,254! 284,254! 276,296! 178,296!", C.metal) + courses(174, 254, 106, 42, 21, 36),
    ].join(""),
    0,
    -18,
  ),
];

export const outdoorLivingScenes = {
  "swimming-pools": swimmingPools,
  "outdoor-kitchens": outdoorKitchens,
  "shade-structures": shadeStructures,
  ...outdoorRoomScenes,
  "outdoor-living": outdoorLiving,
};
