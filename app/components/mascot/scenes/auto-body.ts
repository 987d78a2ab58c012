import { C, dot, flat, group, line, shape, strokes } from "../ink.ts";
import { repeat, rounded, rules, tube } from "../repair-parts/kit.ts";
import { hammer } from "../shapes.ts";
import { carShell, roadWheel, shop } from "./auto-cars.ts";
import { bucket, place, puffs, sparkle } from "./objects.ts";
import { goggles, henry, henryLeft, respirator, suitedWorker } from "./people.ts";
import { band, block } from "./settings.ts";
import { facingLeft, workingHand } from "./worker.ts";

/** A spray gun in the coordinates of a hand: it points where the fingers do. */
const sprayGun =
  shape("-30,-32! 40,-30! 42,-10! -30,-12!", C.petrol) +
  shape("-58,8! -58,-44! -50,-64! -36,-64! -28,-44! -28,8!", C.metal) +
  shape("-58,-6! -70,-10! -108,-18! -108,26! -70,20!", C.orange) +
  line("-28,-38! -4,-46 16,-40", 5);

/** Henry pulls a big dent out of a door with a slide hammer. */
const autoBodyRepair = [
  shop(C.pale, C.stone, 262),
  block(20, 34, 112, 64, C.tan, 3.4) +
    place(hammer, 52, 92, 0, 0.5) +
    place(hammer, 82, 92, 0, 0.42) +
    line("104,46! 104,84!|114,46! 114,84!", 5, C.metal),
  group(carShell(C.water), "translate(290 290) scale(-1.3 1.3)"),
  roadWheel(170, 255, 36) + roadWheel(410, 255, 36),
  shape(
    "214,198! 238,178! 272,186! 304,172! 332,190! 358,194! 350,220! 362,238! 326,244! 298,254! 268,242! 232,246! 236,222!",
    C.petrol,
    3.4,
  ),
  flat("246,202! 274,192! 302,188! 330,200! 336,224! 300,240! 262,232! 252,216!", C.deep),
  flat(
    "214,198! 238,178! 246,202!|304,172! 332,190! 330,200! 302,188!|336,224! 362,238! 326,244!",
    C.sky,
  ),
  rules(
    "214,198 252,216 290,214|272,186 274,192 290,214|358,194 330,202 290,214|298,254 300,240 290,214|232,246 262,232",
    2.6,
  ),
  tube("136,180! 290,214!", 7),
  dot(290, 214, 16, C.ink, 18) + dot(286, 213, 9, C.sun, 11),
  henry(92, 298, {
    gloves: C.leaf,
    headgear: goggles,
    hip: [-18, -82],
    neck: [-2, -140],
    tilt: 4,
    nearArm: { elbow: [22, -100], wrist: [60, -130] },
    farArm: { elbow: [50, -126], wrist: [92, -124] },
    nearLeg: { knee: [-20, -48], ankle: [-44, -17] },
    farLeg: { knee: [14, -54], ankle: [22, -17] },
  }),
  place(rounded(-22, -15, 44, 30, 8, C.orange), 216, 198, 12),
];

/** A wheel under masking paper. */
const paperWheel = (x: number, y: number, r: number) =>
  dot(x, y, r, C.pale, r, true) +
  rules(`${x - 26},${y - 18} ${x + 24},${y + 20}|${x + 20},${y - 22} ${x - 16},${y + 20}`, 2.4);

/** In a paint booth, a painter in a suit and a respirator sprays a car with masked windows. */
const autoPaint = [
  shop(C.mist, C.metal, 250),
  repeat([0, 16, 480, 16], [0, 26], 9, 2, C.white) +
    repeat([24, 0, 24, 250], [48, 0], 10, 2, C.white),
  block(12, 56, 150, 22, C.white, 3.4) + block(200, 56, 150, 22, C.white, 3.4),
  flat("12,78! 162,78! 200,250! -20,250!|200,78! 350,78! 400,250! 170,250!", C.white, ".5"),
  repeat([20, 262, 480, 262], [0, 14], 4, 2.4, C.deep),
  place(
    carShell(
      C.stone,
      C.pale,
      flat(
        "150,-30! 150,-64 137,-76 106,-80! 72,-110 40,-118! -4,-116 16,-96 -18,-78 10,-62 -22,-44 -4,-23! 143,-23!",
        C.orange,
      ) + strokes("30,-66 60,-70 2|110,-70 132,-66 -2", 3, C.white),
    ) +
      line(
        "-62,-80! -34,-105 -10,-111! -7,-111! -7,-80! -62,-80!|4,-80! 4,-111! 34,-111 64,-104 86,-81! 4,-80!",
        5,
        C.sun,
      ) +
      rules("-44,-84 -20,-106|20,-82 32,-108|50,-82 56,-104", 2.4),
    110,
    292,
    0,
    1.55,
  ),
  paperWheel(-33, 250, 42) + paperWheel(253, 250, 42),
  flat("350,176! 236,120! 218,236!", C.coral, ".75") +
    flat("350,176! 262,148! 252,208!", C.coral, ".75"),
  facingLeft(
    place(
      suitedWorker({
        gloves: C.petrol,
        hip: [-4, -90],
        neck: [10, -152],
        nearArm: { elbow: [34, -108], wrist: [62, -124], held: sprayGun, turn: 30 },
        farArm: { elbow: [36, -96], wrist: [58, -84], hand: "fist" },
        nearLeg: { knee: [-10, -52], ankle: [-18, -17] },
        farLeg: { knee: [16, -52], ankle: [16, -17] },
      }),
      418,
      304,
    ),
    418,
  ),
];

/** A lifter with two suction cups, its handle between them. */
const lifter = (x: number, y: number, turn: number) =>
  place(
    dot(-38, 0, 28, C.ink) +
      dot(-38, 0, 17, C.petrol) +
      dot(38, 0, 28, C.ink) +
      dot(38, 0, 17, C.petrol) +
      line("-38,0! 38,0!", 20) +
      line("-38,0! 38,0!", 11, C.orange),
    x,
    y,
    turn,
  );

/** Gloved hands lift a windshield with one long crack out of its frame with suction cups. */
const autoGlass = [
  band(0, 320, C.sky),
  shape("24,330! 34,254 60,234 110,222! 370,222! 420,234 446,254 456,330!", C.coral),
  line("150,238 130,260 120,320|330,238 350,260 360,320", 3),
  shape("54,240! 98,50 116,26 150,16 240,10 330,16 364,26 382,50 426,240!", C.coral),
  shape("82,230! 120,66 136,46 240,36 344,46 360,66 398,230! 240,214", C.ink),
  place(
    shape("-160,92! -122,-66 -106,-82 0,-94 106,-82 122,-66 160,92! 0,72", C.water) +
      strokes("-98,10 -68,-60 0|-82,16 -60,-36 0", 4, C.white) +
      line("-40,-88! -30,-66! -36,-48! -16,-26! -20,-4! 4,18! 0,44! 18,70!", 9, C.white) +
      line("-40,-88! -30,-66! -36,-48! -16,-26! -20,-4! 4,18! 0,44! 18,70!", 5),
    240,
    124,
    -3,
  ),
  lifter(158, 158, -62),
  lifter(330, 150, 62),
  workingHand({ elbow: [-20, 300], wrist: [138, 178], turn: 30, scale: 1.1, gloves: C.amber }),
  workingHand({
    elbow: [500, 290],
    wrist: [350, 172],
    turn: -30,
    flip: true,
    scale: 1.1,
    gloves: C.amber,
  }),
];

/** In a respirator and gloves, Henry sprays a repaired fender. */
const bodyPaint = [
  shop(C.sky, C.stone, 276),
  shape(
    "-10,70! 160,58 330,66 490,96! 490,236! 316,236! 306,190 270,150 210,136 150,150 114,190 104,236! -10,236!",
    C.mist,
  ),
  flat(
    "222,61! 330,67 488,97! 488,234! 318,234! 308,190 276,154 232,139! 214,112 236,88!",
    C.orange,
  ),
  strokes("300,88 440,108 2|330,108 430,122 2", 5, C.white),
  shape("114,238! 116,196 140,160 176,146 210,142 244,146 280,160 304,196 306,238!", C.deep, 3.4),
  roadWheel(210, 242, 74),
  shape("12,126! 40,104 90,96 148,96! 132,124 100,138 18,144!", C.pale, 3.4) +
    strokes("36,122 84,108 2|34,134 62,128 1", 4, C.white),
  rules("-10,86 160,76", 2.6),
  flat("335,178! 232,92! 226,190!", C.coral, ".8") +
    flat("335,178! 240,120! 236,166!", C.coral, ".8"),
  henryLeft(424, 308, {
    gloves: C.sun,
    headgear: respirator,
    hip: [-4, -88],
    neck: [8, -150],
    nearArm: { elbow: [28, -102], wrist: [64, -122], held: sprayGun, turn: 26 },
    farArm: { elbow: [36, -92], wrist: [58, -80], hand: "fist" },
    nearLeg: { knee: [-8, -52], ankle: [-18, -17] },
    farLeg: { knee: [16, -52], ankle: [18, -17] },
  }),
];

/** Foam runs down one half of a car; Henry polishes the other half to a shine. */
const autoDetailing = [
  shop(C.sky, C.stone, 254),
  repeat([0, 26, 480, 26], [0, 28], 9, 2, C.water),
  group(
    carShell(C.green, C.sky, strokes("14,-56 60,-52 2|14,-44 44,-42 1", 4, C.white)),
    "translate(212 292) scale(1.3)",
  ),
  roadWheel(92, 256, 36) + roadWheel(332, 256, 36),
  puffs(
    "12,238,18 34,216,22 58,202,20 82,196,20 108,186,20 130,174,20 150,158,20 172,146,20 200,140,16 186,164,14 164,180,16 146,204,16 118,210,18 90,216,16 62,222,18 34,244,16 146,230,12 176,190,12",
  ),
  sparkle(262, 196, 22, C.white) + sparkle(290, 236, 14, C.white) + sparkle(252, 134, 15, C.white),
  dot(334, 190, 30, C.sun, 30, true) + dot(334, 190, 19, C.cream, 19, true),
  tube("334,190! 376,206!", 15, C.orange) + dot(334, 190, 12, C.orange, 12, true),
  henryLeft(424, 300, {
    hip: [-6, -84],
    neck: [20, -138],
    tilt: 2,
    mood: "happy",
    nearArm: { elbow: [36, -94], wrist: [66, -112], turn: 40 },
    farArm: { elbow: [60, -124], wrist: [96, -140], hand: "flat" },
    nearLeg: { knee: [-6, -48], ankle: [-22, -17] },
    farLeg: { knee: [16, -52], ankle: [14, -17] },
  }),
  place(bucket(C.orange), 250, 308, 0, 1.1) + puffs("238,270,8 250,264,10 264,270,8"),
];

export const autoBodyScenes = {
  "auto-body-repair": autoBodyRepair,
  "auto-paint": autoPaint,
  "auto-glass": autoGlass,
  "body-paint": bodyPaint,
  "auto-detailing": autoDetailing,
};
