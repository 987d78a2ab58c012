import { C, dot, dots, flat, group, line, shade, shape } from "../ink.ts";
import * as props from "../parts/props.ts";
import { disc, radial, repeat, rounded, rules, tube } from "../repair-parts/kit.ts";
import { toPoints } from "../small-objects.ts";
import { carShell, frontEnd, liftPost, roadWheel, shop } from "./auto-cars.ts";
import { drop, lightCone, place, toolbox } from "./objects.ts";
import { goggles, henry, henryLeft } from "./people.ts";
import { band, block, serviceBay } from "./settings.ts";
import { workingHand } from "./worker.ts";

/** The hood is up: in glasses and gloves, Henry leans over the cold engine with a wrench. */
const autoRepair = [
  serviceBay(),
  place(
    shape("-92,-120! -106,-208 -96,-218! 96,-218! 106,-208 92,-120!", C.water) +
      shape("-80,-128! -90,-202! 90,-202! 80,-128!", C.petrol, 3.4) +
      rules("-30,-202 -26,-128|30,-202 26,-128", 3) +
      shape("-88,-90! -98,-130! 98,-130! 88,-90!", C.ink) +
      rounded(-84, -122, 44, 34, 4, C.deep, 3.4) +
      rules("-74,-114 -66,-114|-58,-114 -50,-114|-70,-118 -70,-110", 3, C.cream) +
      rounded(-34, -142, 80, 54, 8, C.orange) +
      repeat([-20, -134, -20, -104], [13, 0], 5, 4, C.pale) +
      rounded(54, -118, 30, 30, 6, C.cream, 3.4) +
      tube("-34,-128 -56,-132 -60,-114", 6, C.metal) +
      frontEnd(C.water),
    166,
    292,
    0,
    1.1,
  ),
  henryLeft(326, 296, {
    gloves: C.sun,
    headgear: goggles,
    hip: [-12, -84],
    neck: [28, -132],
    tilt: 6,
    nearArm: { elbow: [44, -98], wrist: [76, -118], held: props.wrench, turn: -66 },
    farArm: { elbow: [64, -124], wrist: [106, -112], hand: "flat", turn: 30 },
    nearLeg: { knee: [-6, -50], ankle: [-22, -17] },
    farLeg: { knee: [14, -50], ankle: [6, -17] },
  }),
  place(toolbox, 432, 298),
];

/** An oil jug, upright around (0, 0): its spout at the upper left, its handle on the right. */
const oilJug =
  line("44,-40! 74,-34 74,34 44,40!", 15) +
  line("44,-40! 74,-34 74,34 44,40!", 7, C.orange) +
  shape("-46,-84! -46,-104! -18,-104! -18,-84!", C.deep) +
  shape("-52,-70 -44,-84! -18,-84! 40,-66 50,-54 50,62 42,72! -44,72! -52,62", C.orange) +
  shade("30,-68! 50,-54! 50,62! 42,72! 26,72!") +
  shape("-40,-38! 22,-38! 22,52! -40,52!", C.cream, 3.4) +
  drop(-9, 14, 19, C.amber);

/** Fresh oil runs from a jug through a funnel into an engine; the other hand has the dipstick. */
const oilChange = [
  band(0, 320, C.mist),
  band(222, 320, C.deep),
  line("0,222! 480,222!"),
  shape("14,330! 14,214! 62,206! 66,330!", C.petrol),
  rounded(330, 196, 140, 70, 12, C.petrol),
  repeat([350, 212, 450, 212], [0, 14], 3, 4),
  tube("92,280! 92,256!", 8),
  shape("70,330! 78,264 88,254 108,250! 420,250! 440,254 452,264 460,330!", C.metal),
  repeat([120, 276, 120, 320], [52, 0], 7, 5),
  shade("400,250! 420,250! 440,254 452,264 460,330! 404,330!"),
  rounded(190, 232, 60, 24, 6, C.petrol),
  shape("208,232! 212,202! 164,158! 276,158! 228,202! 232,232!", C.sun),
  shape("164,158 220,144 276,158 220,170", C.ink),
  flat("210,156! 210,128 222,112 236,116 230,134 230,156! 220,160", C.amber),
  place(oilJug, 326, 124, -70),
  workingHand({ elbow: [470, -30], wrist: [372, 50], turn: -30 }),
  workingHand({
    elbow: [-30, 100],
    wrist: [60, 130],
    turn: -24,
    held:
      line("-24,-20! 130,-20!", 9) +
      line("-24,-20! 130,-20!", 3, C.white) +
      line("96,-20! 130,-20!", 4, C.amber) +
      line("-24,-20 -44,-36 -62,-20 -44,-4 -24,-20", 8, C.orange),
  }),
];

/** A brake disc with its hub and five studs. */
const brakeDisc = (x: number, y: number) =>
  disc(x, y, 44, C.metal) +
  disc(x, y, 38, C.mist, 2.4) +
  radial(16, x, y, 29, 4, 3.4) +
  disc(x, y, 21, C.metal, 3) +
  radial(5, x, y, 12, 1, 6) +
  disc(x, y, 6, C.ink);

/** A brake pad in the coordinates of a hand: its lining on a metal plate. */
const brakePad =
  shape("-44,-14! -40,-34 40,-34 44,-14! 30,-4! -30,-4!", C.metal) +
  shape("-38,-34! -32,-50 32,-50 38,-34!", C.deep);

/** A car on a two-post lift without its front wheel: Henry puts a new pad on the brake disc. */
const brakeService = [
  shop(C.wall, C.stone, 262),
  block(330, 70, 120, 12, C.belt, 3.4) +
    rules("346,82 346,98|434,82 434,98", 5) +
    rounded(346, 40, 40, 30, 5, C.petrol, 3.4) +
    rounded(396, 48, 36, 22, 5, C.brick, 3.4),
  group(carShell(C.leaf), "translate(21 215) scale(-1.9 1.9)"),
  brakeDisc(196, 162),
  shape("214,124! 236,134 246,152 246,174 236,188! 222,180! 226,164 222,148 208,140!", C.orange),
  shape("-6,300! -6,-10! 42,-10! 42,300!", C.petrol) + shade("24,-10! 42,-10! 42,300! 24,300!"),
  shape("30,196! 122,178! 134,178! 134,192! 30,222!", C.sun) + block(106, 166, 30, 13, C.ink, 3),
  rounded(-20, 288, 90, 14, 4, C.petrol),
  roadWheel(110, 246, 51),
  henryLeft(
    318,
    300,
    {
      hip: [-8, -86],
      neck: [16, -142],
      tilt: 4,
      gloves: C.petrol,
      headgear: goggles,
      nearArm: { elbow: [40, -98], wrist: [76, -120], held: brakePad, turn: 6 },
      farArm: { elbow: [56, -132], wrist: [84, -158], hand: "flat" },
      nearLeg: { knee: [-2, -50], ankle: [-16, -17] },
      farLeg: { knee: [12, -50], ankle: [12, -17] },
    },
    0.86,
  ),
];

/** Below a car on a lift, a transmission jack carries the gearbox that Henry took out. */
const transmissionService = [
  shop(C.mist, C.stone, 262),
  place(liftPost(320, C.petrol), 300, 284),
  place(carShell(C.coral), 220, 126, 0, 1.5),
  roadWheel(82, 90, 40) + roadWheel(358, 90, 40),
  shape("146,95! 314,95! 314,108! 146,108!", C.sun),
  shape("112,96! 190,96! 190,120 180,130! 124,130 112,122!", C.deep),
  tube("262,106! 360,100!", 6, C.deep),
  tube("186,284! 186,238!", 8),
  tube("186,286! 186,260!", 18, C.sun),
  // The bell housing, the ribbed case with its pan, the tail and its flange.
  shape(
    "86,146! 98,144! 140,158! 214,160! 226,170! 270,174! 270,168! 282,168! 282,206! 270,206! 270,200! 228,204! 216,212! 140,214! 98,230! 86,228!",
    C.metal,
  ),
  shade(
    "86,214! 98,214! 140,200! 216,198! 228,192! 270,190! 282,190! 282,206! 270,206! 270,200! 228,204! 216,212! 140,214! 98,230! 86,228!",
  ),
  rules(
    "98,144 98,230|140,158 140,214|216,161 216,211|158,166 158,204|176,166 176,204|194,166 194,204|270,174 270,200",
    3,
  ),
  dots(toPoints("92,154 92,176 92,198 92,220"), 2.6, 2.6),
  shape("150,210! 210,208! 204,226! 156,226!", C.mist, 3.4),
  shape("124,226! 248,226! 236,240! 136,240!", C.orange),
  shape("130,298! 170,276! 202,276! 242,298!", C.orange),
  henryLeft(
    336,
    298,
    {
      hip: [-4, -86],
      neck: [8, -144],
      tilt: -4,
      gloves: C.sun,
      headgear: goggles,
      nearArm: { elbow: [26, -92], wrist: [66, -104], hand: "flat", turn: 20 },
      farArm: { elbow: [44, -112], wrist: [74, -134], hand: "flat" },
      nearLeg: { knee: [0, -50], ankle: [-16, -17] },
      farLeg: { knee: [12, -50], ankle: [14, -17] },
    },
    0.86,
  ),
];

/** A red chest of drawers on casters. */
const toolChest = (x: number, y: number) =>
  dot(x + 14, y - 6, 7, C.ink) +
  dot(x + 76, y - 6, 7, C.ink) +
  block(x, y - 96, 90, 84, C.brick) +
  repeat([x, y - 74, x + 90, y - 74], [0, 21], 3, 3) +
  repeat([x + 30, y - 84, x + 60, y - 84], [0, 21], 4, 5, C.pale);

/** A whole car on a lift: Henry looks at it from below with a flashlight. */
const repairMaintenance = [
  shop(C.wall, C.metal, 262),
  band(200, 262, C.leaf),
  line("0,200! 480,200!", 3),
  place(liftPost(320, C.deep), 262, 276),
  place(carShell(C.orange), 280, 166),
  roadWheel(188, 139, 27) + roadWheel(372, 139, 27),
  shape("196,150! 364,150! 364,160! 196,160!", C.sun),
  place(liftPost(320, C.petrol), 290, 296),
  rounded(270, 130, 40, 44, 4, C.sun),
  lightCone(126, 181, 206, 148, 24),
  henry(60, 298, {
    hip: [-4, -86],
    neck: [2, -144],
    tilt: -14,
    nearArm: { elbow: [28, -100], wrist: [60, -120], held: props.flashlight, turn: -76 },
    farArm: { elbow: [56, -136], wrist: [98, -168], hand: "open" },
    nearLeg: { knee: [0, -50], ankle: [-16, -17] },
    farLeg: { knee: [12, -50], ankle: [14, -17] },
  }),
  toolChest(372, 300),
];

export const autoRepairScenes = {
  "auto-repair": autoRepair,
  "oil-change": oilChange,
  "brake-service": brakeService,
  "transmission-service": transmissionService,
  "repair-maintenance": repairMaintenance,
};
