import { C, dot, dots, flat, line, shade, shape, strokes } from "../ink.ts";
import { repeat, rounded, rules, tube } from "../repair-parts/kit.ts";
import { toPoints } from "../small-objects.ts";
import { place, roofAnchor, rope } from "./objects.ts";
import { basement, block, roofSlope, room } from "./settings.ts";
import { worker, workingHand } from "./worker.ts";

/** A pleated furnace filter, 116 by 130, its corner on (0, 0). */
const filter = (pleats: string, frame: string) =>
  block(0, 0, 116, 130, frame) +
  block(11, 11, 94, 108, pleats, 3) +
  repeat([26, 12, 26, 118], [16, 0], 5, 2.6, C.metal);

/** A hand pulls a filter full of dust out of a furnace that is off; a clean one waits beside it. */
const hvacMaintenance = [
  basement(C.wall),
  tube("120,70! 120,-10!", 70, C.metal),
  block(30, 62, 200, 216, C.mist),
  shade("206,66! 230,66! 230,278! 206,278!"),
  block(50, 84, 120, 60, C.metal, 3),
  repeat([62, 98, 158, 98], [0, 16], 3, 3),
  block(50, 164, 120, 92, C.petrol, 3),
  rounded(88, 184, 44, 30, 5, C.ink, 3),
  strokes("94,208 106,190 0|104,210 114,196 0", 2.4, C.white),
  // The switch beside it is off.
  block(18, 196, 26, 40, C.white, 3.4) + block(25, 214, 12, 16, C.orange, 3),
  place(filter(C.white, C.sun), 338, 196, -8),
  block(214, 92, 22, 148, C.ink),
  place(
    filter(C.stone, C.amber) +
      flat("12,50 30,40 44,52 66,38 90,50 104,44 104,118! 12,118!", C.belt, ".75") +
      flat("14,20 30,14 44,24 34,36 18,34|70,16 92,18 100,30 80,34", C.belt, ".75"),
    220,
    100,
  ),
  block(208, 92, 14, 148, C.mist),
  dots(toPoints("262,250 284,262 300,246 322,256 248,270"), 5, 4, C.belt),
  workingHand({ elbow: [530, 96], wrist: [366, 146], hand: "hold", scale: 1.5 }),
];

/** A plug whose cord leaves to (dx, dy) below. */
const plug = (x: number, y: number, cord: string, fill: string) =>
  line(cord, 9) + line(cord, 3, fill) + rounded(x - 15, y - 16, 30, 32, 7, fill, 3.4);

/** A puff of smoke around (0, 0). */
const smoke = shape(
  "-30,14 -38,0 -26,-14 -12,-16 0,-28 18,-20 24,-8 38,-2 34,14 10,20 -12,20",
  C.stone,
  3,
);

/** Too many plugs on one outlet: it smokes and sparks. */
const electricalSafety = [
  room(C.sky, C.belt, 272),
  rounded(162, 78, 156, 160, 12, C.white),
  place(smoke, 252, 44, 8, 1.1) + place(smoke, 214, 70, 0, 0.9) + place(smoke, 268, 84, 0, 0.7),
  rounded(182, 102, 116, 116, 12, C.cream, 3.4),
  flat("196,128 204,106 232,100 262,104 284,116 280,140 248,150 214,148", C.ink, ".75"),
  plug(190, 130, "190,130 120,126 64,180 40,330", C.petrol),
  plug(290, 126, "290,126 360,120 430,190 446,330", C.green),
  plug(240, 130, "240,130 340,160 372,230 350,330", C.metal),
  plug(190, 192, "190,192 120,196 126,256 96,330", C.sun),
  plug(290, 192, "290,192 340,206 300,262 312,330", C.brick),
  plug(240, 194, "240,194 236,240 170,250 190,330", C.petrol),
  shape(
    "158,98! 134,82! 140,98! 112,92! 146,116! 140,102!|322,94! 346,78! 340,94! 368,88! 334,112! 340,98!|250,164! 236,180! 246,178! 234,198! 262,174! 252,174!",
    C.orange,
    3,
  ),
];

/** A magnifying glass in a hand's coordinates: its lens lies ahead of the fingers. */
const magnifier =
  line("0,14! 0,-60!", 20) +
  line("0,14! 0,-60!", 10, C.orange) +
  dot(0, -126, 66, C.sky, 66, true) +
  dot(0, -126, 54, C.cream, 54, true);

/** With a magnifying glass Henry finds missing shingles; a rope secures him on the slope. */
const roofingInspection = [
  roofSlope("dusk", C.metal),
  shape("248,192! 352,160! 358,190! 392,180! 398,210! 342,228! 336,200! 256,222!", C.tan),
  rules("346,186 358,182|340,212 396,196", 2.6, C.belt),
  shape("384,236! 424,220! 432,240! 412,252! 396,258!", C.orange),
  roofAnchor(34, 224, -16),
  rope("34,208 70,190", [106, 178]),
  worker({
    hip: [104, 226],
    neck: [140, 176],
    tilt: 4,
    gloves: C.sun,
    hasHarness: true,
    nearArm: { elbow: [168, 226], wrist: [214, 212], held: magnifier, turn: 0 },
    farArm: { elbow: [176, 180], wrist: [190, 190], hand: "hold" },
    nearLeg: { knee: [136, 268], ankle: [82, 276], toes: 64 },
    farLeg: { knee: [172, 214], ankle: [168, 250], toes: -16 },
  }),
  shape("264,178! 284,170! 288,182! 312,172! 314,194! 294,204! 288,194! 266,202!", C.tan, 3),
  dots(toPoints("276,188 302,184"), 4, 4),
];

export const articleScenes = {
  "hvac-maintenance": hvacMaintenance,
  "electrical-safety": electricalSafety,
  "roofing-inspection": roofingInspection,
};
