import { C, dot, dots, flat, line, shade, shape, strokes } from "../ink.ts";
import type { Point } from "../path.ts";
import {
  disc,
  fanBlades,
  flake,
  icicles,
  machine,
  repeat,
  rounded,
  rules,
  tube,
} from "../repair-parts/kit.ts";
import { insulationDuctScenes } from "./insulation-ducts.ts";
import { drop, place, rays } from "./objects.ts";
import { goggles } from "./people.ts";
import { band, basement, block, lawn } from "./settings.ts";
import { worker, workingHand } from "./worker.ts";

/** A gauge manifold in a hand's coordinates: two dials above the grip. */
const gauges =
  rounded(-46, -34, 92, 26, 8, C.metal, 5) +
  disc(-30, -62, 27, C.white, 6) +
  disc(30, -62, 27, C.white, 6) +
  rules("-30,-62 -44,-74", 6, C.petrol) +
  rules("30,-62 44,-74", 6, C.orange);

/** The guard in front of a fan. */
const ring =
  line("0,-52 37,-37 52,0 37,37 0,52 -37,37 -52,0 -37,-37 0,-52", 3, C.mist) +
  line("0,-30 21,-21 30,0 21,21 0,30 -21,21 -30,0 -21,-21 0,-30", 3, C.mist);

/** On a hot day, Henry connects gauges to the two service valves of an air conditioner. */
const airConditioning = [
  band(0, 320, C.pale),
  disc(262, 86, 36, C.sun),
  rays(262, 86, 46, C.sun, 12),
  block(-8, -8, 98, 235, C.wall),
  repeat([-6, 18, 90, 18], [0, 24], 9, 2.2, C.tan),
  lawn(219),
  // Small enough that Henry stays whole in a strip of 2:1.
  place(
    [
      block(206, 262, 262, 20, C.stone),
      machine(226, 98, 226, 164, C.mist),
      disc(366, 180, 70, C.deep),
      place(fanBlades(C.metal), 366, 180, 20, 1.9),
      disc(366, 180, 14, C.ink),
      line("366,132! 366,110!|366,228! 366,250!|318,180! 296,180!|414,180! 436,180!", 3, C.mist),
      place(ring, 366, 180),
      repeat([240, 118, 282, 118], [0, 13], 5, 3.4),
      block(236, 186, 48, 64, C.deep, 3.4),
      rounded(248, 196, 22, 44, 8, C.metal, 3),
      // The line set from the house to the two service valves.
      block(14, 118, 38, 134, C.white, 3.4),
      tube("26,246! 26,258! 190,258! 200,252 202,228 212,222!", 10, C.deep),
      tube("42,240! 180,240! 190,246 212,248!", 4, C.coral),
      shape("206,212! 232,212! 232,234! 206,234!|210,240! 232,240! 232,256! 210,256!", C.sun, 3),
      line("140,190 158,252 184,254 190,214 206,204 218,212!", 10),
      line("140,190 158,252 184,254 190,214 206,204 218,212!", 4.6, C.water),
      line("168,186 176,262 198,270 222,268 222,256!", 10),
      line("168,186 176,262 198,270 222,268 222,256!", 4.6, C.orange),
      worker({
        hip: [84, 246],
        neck: [112, 196],
        tilt: 4,
        gloves: C.sun,
        headgear: goggles,
        nearArm: { elbow: [128, 258], wrist: [170, 244], held: gauges, turn: -70 },
        farArm: { elbow: [164, 202], wrist: [204, 200], hand: "flat", turn: 0 },
        nearLeg: { knee: [112, 282], ankle: [58, 290], toes: 84 },
        farLeg: { knee: [148, 240], ankle: [148, 284] },
      }),
      drop(66, 110, 5, C.water),
    ].join(""),
    24,
    0,
    0,
    0.85,
  ),
];

/** A small blue flame that stands on (0, 0). */
const blueFlame =
  shape("-9,0 -13,-12 -6,-24 0,-36! 8,-22 13,-11 9,0", C.water, 2.6) +
  flat("-5,-1 -6,-9 0,-18 6,-9 5,-1", C.white);

/** A thermostat on the wall, its middle at (0, 0). */
const thermostat =
  disc(0, 0, 20, C.white) +
  disc(0, 0, 12, C.sky, 3) +
  rules("0,0 6,-7", 3.4, C.orange) +
  rules("0,-20 0,-16|-20,0 -16,0|20,0 16,0", 3);

/**
 * A gas furnace with its panels on: small flames behind a sight glass, ducts above, a flue pipe.
 */
const furnace =
  shape("300,-6! 424,-6! 424,64! 300,64!", C.metal) +
  rules("300,18 424,18|300,44 424,44", 3) +
  tube("446,116! 446,40! 452,30 490,30!", 20, C.white) +
  rules("434,84 458,84|470,20 470,40", 3) +
  machine(272, 60, 190, 216, C.mist) +
  block(284, 74, 166, 112, C.mist, 3.4) +
  rounded(302, 90, 130, 80, 16, C.metal) +
  rounded(312, 100, 110, 60, 10, C.ink, 3.4) +
  [336, 367, 398].map((x) => place(blueFlame, x, 152, 0, 1.15)).join("") +
  line("322,154! 412,154!", 5, C.metal) +
  strokes("320,130 338,106 0|330,134 344,116 0", 2.6, C.white) +
  block(284, 198, 166, 66, C.mist, 3.4) +
  repeat([300, 214, 434, 214], [0, 12], 4, 4, C.metal);

/** A meter in a hand's coordinates: it stands upright above the grip. */
const meter =
  rounded(-32, -84, 64, 92, 10, C.orange, 5) +
  rounded(-22, -74, 44, 34, 4, C.cream, 4) +
  line("0,-46! 12,-66!", 5);

/** Henry measures a furnace that runs low while snow piles up at the basement window. */
const heating = [
  basement(C.mist),
  block(14, 60, 98, 84, C.white),
  block(22, 68, 82, 68, C.night, 3.4),
  dots(
    [
      [36, 82],
      [60, 90],
      [82, 80],
      [52, 106],
      [94, 98],
    ],
    3.4,
    3.4,
    C.white,
  ),
  shape("22,118 42,110 62,118 86,106 104,114! 104,136! 22,136!", C.white, 3),
  rules("63,68 63,136", 4),
  icicles(144, "28,22 48,34 70,18 94,28"),
  place(thermostat, 234, 92),
  furnace,
  // The probe of the meter in the warm air.
  line("230,184 258,150 266,90 264,52 280,34 300,32!", 6) + dot(304, 32, 6, C.orange, 6, true),
  worker({
    hip: [122, 246],
    neck: [152, 196],
    tilt: 4,
    gloves: C.sun,
    headgear: goggles,
    nearArm: { elbow: [172, 258], wrist: [226, 246], held: meter, turn: -76 },
    farArm: { elbow: [206, 210], wrist: [248, 176], hand: "flat", turn: 10 },
    nearLeg: { knee: [148, 282], ankle: [94, 290], toes: 84 },
    farLeg: { knee: [184, 240], ankle: [184, 284] },
  }),
];

/** Points of an arc around the middle of the thermostat, in degrees to the right of upright. */
const arc = (r: number, from: number, to: number) =>
  Array.from({ length: 7 }, (_, i): Point => {
    const angle = ((from + ((to - from) * i) / 6) * Math.PI) / 180;
    return [Math.round(240 + Math.sin(angle) * r), Math.round(156 - Math.cos(angle) * r)];
  });

/** A hand turns a large thermostat: winter in one window, summer in the other. */
const heatingCooling = [
  band(0, 320, C.pale),
  flat("0,0! 240,0! 240,320! 0,320!", C.water),
  block(16, 66, 104, 130, C.white),
  block(26, 76, 84, 110, C.night, 3.4),
  flake(68, 116, 26, C.white),
  dots(
    [
      [40, 92],
      [96, 98],
      [42, 140],
      [94, 146],
    ],
    3.4,
    3.4,
    C.white,
  ),
  shape("26,164 46,154 72,164 92,154 110,160! 110,186! 26,186!", C.white, 3),
  block(10, 194, 116, 12, C.white, 3.4),
  block(360, 66, 104, 130, C.white),
  block(370, 76, 84, 110, C.sky, 3.4),
  disc(412, 118, 20, C.sun, 3.4),
  rays(412, 118, 25, C.sun, 10),
  shape("370,170 392,160 424,168 454,158! 454,186! 370,186!", C.grass, 3),
  block(354, 194, 116, 12, C.white, 3.4),
  disc(240, 156, 102, C.white),
  line(arc(84, -130, -4), 22) + line(arc(84, -130, -4), 14, C.petrol),
  line(arc(84, 4, 130), 22) + line(arc(84, 4, 130), 14, C.orange),
  disc(240, 156, 62, C.cream),
  shade("186,180 204,206 240,216 276,206 296,182 300,160 284,190 240,204 204,190"),
  shape("276,104! 294,88! 290,118!", C.ink, 3),
  line("208,134! 232,134! 216,178!|246,140 254,132 266,136 268,146 246,178! 272,178!", 9),
  workingHand({ elbow: [430, 372], wrist: [318, 246], hand: "flat", turn: 8, scale: 1.4 }),
];

export const heatingCoolingScenes = {
  "air-conditioning": airConditioning,
  heating,
  ...insulationDuctScenes,
  "heating-cooling": heatingCooling,
};
