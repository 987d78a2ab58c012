import { C, dots, flat, line, shade, shape } from "../ink.ts";
import { wrench } from "../parts/props.ts";
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
import { aim } from "./aim.ts";
import { insulationDuctScenes } from "./insulation-ducts.ts";
import { drop, place, rays } from "./objects.ts";
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

/** On a hot day, Henry connects gauges to the outdoor unit of an air conditioner. */
const airConditioning = [
  band(0, 320, C.pale),
  disc(250, 70, 44, C.sun),
  rays(250, 70, 56, C.sun, 12),
  block(-8, -8, 86, 280, C.cream),
  repeat([-6, 24, 78, 24], [0, 26], 10, 2.2, C.tan),
  lawn(258),
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
  disc(232, 214, 6, C.metal, 3),
  disc(232, 240, 6, C.metal, 3),
  line("152,196 166,256 206,252 232,240", 10),
  line("152,196 166,256 206,252 232,240", 4.6, C.water),
  line("174,192 184,234 204,226 232,214", 10),
  line("174,192 184,234 204,226 232,214", 4.6, C.orange),
  worker({
    hip: [92, 222],
    neck: [110, 166],
    tilt: 4,
    gloves: C.sun,
    nearArm: { elbow: [116, 222], wrist: [156, 208], held: gauges, turn: -70 },
    farArm: { elbow: [166, 176], wrist: [204, 196], hand: "flat", turn: 0 },
    nearLeg: { knee: [112, 282], ankle: [58, 290], toes: 84 },
    farLeg: { knee: [150, 232], ankle: [148, 284] },
  }),
  drop(66, 96, 5, C.water),
];

/** A burner of a furnace with its flame to the right, as high as (0, 0). */
const burner =
  shape("30,-14! 58,-13 80,-6 98,0 80,7 58,14 30,14!", C.water, 3) +
  flat("34,-7! 56,-6 72,0 56,7 34,7!", C.white) +
  flat("76,-6! 97,0 76,7 82,0", C.orange) +
  shape("-4,-9! 22,-9! 34,-14! 34,14! 22,9! -4,9!", C.metal, 3);

/** A thermostat on the wall, its middle at (0, 0). */
const thermostat =
  disc(0, 0, 20, C.white) +
  disc(0, 0, 12, C.sky, 3) +
  rules("0,0 6,-7", 3.4, C.orange) +
  rules("0,-20 0,-16|-20,0 -16,0|20,0 16,0", 3);

/** A gas furnace without its upper panel: burners in view, ducts above, a flue pipe to the wall. */
const furnace =
  shape("300,-6! 424,-6! 424,64! 300,64!", C.metal) +
  rules("300,18 424,18|300,44 424,44", 3) +
  tube("446,116! 446,40! 452,30 490,30!", 20, C.white) +
  rules("434,84 458,84|470,20 470,40", 3) +
  machine(272, 60, 190, 216, C.mist) +
  block(284, 74, 150, 100, C.ink, 3.4) +
  [94, 124, 154].map((y) => place(burner, 302, y)).join("") +
  tube("296,86! 296,162!", 8, C.amber) +
  block(402, 78, 28, 92, C.deep, 3) +
  repeat([406, 96, 426, 96], [0, 28], 3, 11, C.ink) +
  rounded(288, 178, 24, 14, 3, C.orange, 3) +
  block(284, 198, 166, 66, C.mist, 3.4) +
  repeat([300, 214, 434, 214], [0, 12], 4, 4, C.metal);

/** Henry looks at the burners of an open furnace while snow piles up at the basement window. */
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
  place(thermostat, 238, 88),
  // The panel that was taken off leans on the wall.
  shape("6,196! 62,190! 70,276! 14,282!", C.mist) +
    rules("24,212 50,209|25,222 51,219", 3.4, C.metal),
  furnace,
  worker({
    hip: [128, 222],
    neck: [152, 166],
    tilt: 4,
    gloves: C.sun,
    nearArm: aim({ elbow: [168, 232], wrist: [216, 214], held: wrench }, -36),
    farArm: { elbow: [206, 190], wrist: [250, 160], hand: "flat", turn: 10 },
    nearLeg: { knee: [148, 282], ankle: [94, 290], toes: 84 },
    farLeg: { knee: [186, 232], ankle: [184, 284] },
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
