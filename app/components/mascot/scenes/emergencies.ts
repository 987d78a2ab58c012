import { C, dot, dots, el, flat, line, shade, shape, strokes } from "../ink.ts";
import { limb } from "../parts/limb.ts";
import * as props from "../parts/props.ts";
import { courses, disc, rounded, rules, tube } from "../repair-parts/kit.ts";
import { darkHouse, drop, house, place, tree, windowAt } from "./objects.ts";
import { band, block, lawn, sky } from "./settings.ts";
import { workingHand } from "./worker.ts";

/** Someone who walks to the right with a phone at her ear, 220 tall, standing on y = 300. */
const caller = () => {
  const far = limb([384, 216], [410, 252], [418, 288], [14, 12, 10]);
  const near = limb([378, 216], [368, 254], [342, 284], [14, 12, 10]);
  const arm = limb([380, 174], [416, 206], [392, 152], [11, 10, 8]);
  return (
    shape(
      "410,282! 424,282! 440,294 440,301! 408,301!|334,278! 350,286! 352,296 340,304! 326,292!",
      C.bark,
      3.4,
    ) +
    far.tube(0, 1, 0, C.deep) +
    near.tube(0, 1, 0, C.petrol) +
    shape("352,222! 356,180 368,158 384,152 398,158 408,180 410,224!", C.coral) +
    shape("376,156! 376,138! 396,138! 396,156!", C.skin, 3.4) +
    shape("352,152 342,120 352,88 384,76 412,88 410,110! 382,124 380,152!", C.bark, 3.4) +
    shape(
      "366,96 364,124 376,142 396,144 412,138 414,126! 422,120 414,110 412,92 390,98",
      C.skin,
      3.6,
    ) +
    dot(404, 112, 3, C.ink, 4.4) +
    strokes("396,102 410,98 2", 3.4, C.bark) +
    line("402,132 408,129 412,131", 3) +
    block(378, 98, 12, 36, C.ink, 2.6) +
    arm.tube(0.3, 1, 0, C.skin) +
    arm.tube(0, 0.55, 1, C.coral) +
    shape("384,150 374,138 374,122 382,116 394,120 398,136 400,150", C.skin, 3.4) +
    strokes("374,126 386,126 1|374,134 387,134 1", 2)
  );
};

/** Gas flows from a stove in a kitchen; its door stands wide open, and a woman calls from the yard. */
const emergencyGas = [
  sky("day") + lawn(276) + place(tree(34), 452, 270),
  flat("0,0! 262,0! 262,276! 0,276!", C.cream) + flat("0,276! 262,276! 262,320! 0,320!", C.tan),
  line("0,276! 264,276!"),
  block(-6, 150, 34, 126, C.leaf) + block(-6, 142, 34, 12, C.white),
  block(28, 156, 116, 122, C.white) +
    block(42, 196, 88, 64, C.deep, 3.4) +
    line("48,188! 124,188!", 5) +
    dots(
      [
        [44, 170],
        [66, 170],
        [106, 170],
        [128, 170],
      ],
      7,
      7,
      C.ink,
    ) +
    block(28, 146, 116, 12, C.metal) +
    line("46,144! 46,136! 76,136! 76,144!|98,144! 98,136! 128,136! 128,144!", 5),
  flat(
    "96,134! 84,110 50,100 40,70 70,50 104,60 124,34 168,40 184,66 222,60 244,84 228,112 190,108 166,128 130,122",
    C.amber,
    ".5",
  ),
  line(
    "104,132 96,120 106,108 98,94 106,82|124,132 116,118 126,106 118,90 128,74|150,112 158,100 150,88 160,74",
    4.6,
    C.orange,
  ),
  dot(90, 170, 12, C.orange, 12, true) + line("90,170! 98,162!", 4),
  block(206, 170, 22, 32, C.white, 3.4) + block(212, 178, 10, 14, C.metal, 2.4),
  block(262, -6, 20, 100, C.brick) + block(262, 276, 20, 60, C.stone),
  shape("282,94! 330,80! 330,296! 282,276!", C.petrol) +
    shade("316,84! 330,80! 330,296! 316,290!") +
    dot(318, 190, 6, C.sun),
  flat("-8,-8! 300,-8! 318,26! 318,40! -8,40!", C.deep) + line("300,-8! 318,26! 318,40! -8,40!"),
  caller(),
];

/** A house with a closed gable, dark or lit. */
const nightHouse = (isLit: boolean) =>
  flat("-66,-86! 0,-140! 66,-86!", isLit ? C.cream : C.petrol) +
  (isLit ? house(C.cream, C.orange, true) : darkHouse);

/** The hand of someone who lives here, in a green sleeve. */
const residentHand = (options: Parameters<typeof workingHand>[0]) =>
  workingHand(options).replaceAll(`"${C.sun}"/>`, `"${C.leaf}"/>`);

/** A dark street at night: a flashlight shows a house without power, one other house has light. */
const emergencyPower = [
  sky("night"),
  band(232, 320, C.deep) + line("0,232 240,229 480,232"),
  line("178,-8! 182,236!", 13) + line("178,-8! 182,236!", 5, C.belt) + line("144,30! 216,28!", 9),
  line("-8,50 70,60 150,26|210,26 330,60 488,6|-8,80 70,88 156,30|204,30 330,90 488,26", 2.6),
  place(nightHouse(false), 92, 236, 0, 0.9),
  place(nightHouse(true), 426, 236, 0, 0.9),
  place(nightHouse(false), 272, 238, 0, 1.3),
  flat("158,202! 244,108! 272,100 302,110 322,132 328,160 320,190 300,210 272,218!", C.pale, ".5"),
  flat("-20,262 120,256 300,270 500,258! 500,330! -20,330!", C.ink, ".5"),
  residentHand({
    elbow: [-30, 318],
    wrist: [62, 262],
    held: props.flashlight.replaceAll(C.sun, C.pale),
    turn: -74,
    scale: 1.5,
  }),
];

/** A circle drawn as a line of its own color. */
const ring = (x: number, y: number, r: number, width: number, color: string) =>
  el("circle", { cx: x, cy: y, r, fill: "none", stroke: color, "stroke-width": width });

/** The five spokes of the valve's wheel. */
const spokes = "272,124 272,88|283,132 316,122|279,146 300,174|265,146 244,174|261,132 228,122";

/** A hand turns the wheel of a main shutoff valve; water stands on the floor. */
const emergencyWater = [
  `${band(0, 236, C.mist)}<g opacity=".3">${courses(0, 0, 480, 236, 42, 84)}</g>`,
  band(236, 320, C.water) + line("0,236 120,233 240,237 360,233 480,236"),
  strokes(
    "20,256 80,256 4|120,284 190,284 4|230,254 290,254 4|340,304 420,304 4|410,256 466,256 4",
    4,
    C.white,
  ),
  // The pipe breaks at its joint on the right.
  flat(
    "410,136! 380,74 404,96 412,56 430,88 448,50 454,92 484,70 466,120 486,140 468,160 484,206 456,184 446,230 432,188 408,222 410,176 384,200",
    C.water,
  ) +
    strokes(
      "426,120 408,80 5|436,118 446,74 -4|428,154 414,204 -5|438,156 446,206 5|444,146 472,178 4",
      5,
      C.white,
    ),
  tube("-10,136! 420,136!", 30),
  tube("446,140! 490,146!", 30),
  shape("408,112! 426,112! 420,124! 428,136! 420,148! 426,160! 408,160!", C.metal, 3.4),
  drop(392, 222, 8, C.water) + drop(424, 226, 7, C.water) + drop(464, 224, 8, C.water),
  // The meter.
  block(34, 108, 18, 56, C.metal) + block(136, 108, 18, 56, C.metal),
  disc(94, 136, 50, C.petrol) +
    disc(94, 136, 36, C.white, 3.4) +
    rules("94,106 94,112|64,136 70,136|124,136 118,136|73,115 77,119|115,115 111,119", 3) +
    line("94,136! 112,120!", 5, C.orange) +
    disc(94, 136, 5, C.ink) +
    block(78, 146, 32, 13, C.ink, 2),
  // The valve with its wheel.
  shape(
    "206,108! 226,108! 234,100! 310,100! 318,108! 338,108! 338,164! 318,164! 310,172! 234,172! 226,164! 206,164!",
    C.amber,
  ),
  ring(272, 136, 54, 22, C.ink) + ring(272, 136, 54, 13, C.orange),
  rules(spokes, 15) + rules(spokes, 6, C.orange) + disc(272, 136, 15, C.orange),
  line("212,96 226,78 246,66 272,62 296,66", 13) +
    line("212,96 226,78 246,66 272,62 296,66", 6, C.white) +
    shape("300,48! 332,84! 286,84!", C.white, 3.4),
  residentHand({ elbow: [396, 350], wrist: [322, 200], scale: 1.5 }),
];

/** Someone wrapped in a blanket up to the ears, her breath a white cloud. */
const freezing =
  shape("-96,150! -92,70 -66,30 -40,10! 40,10! 66,30 92,70 96,150!", C.coral) +
  shape("-50,26 -58,-20 -44,-60 0,-78 44,-60 58,-20 50,26", C.coral) +
  shape("-36,20 -42,-18 -32,-44 0,-54 32,-44 42,-18 36,20 0,36", C.skin, 3.6) +
  shape("-40,-16! -36,-44 -12,-56 16,-54 38,-38 40,-14! 30,-30 8,-38 -18,-32", C.bark, 3.4) +
  dots(
    [
      [-14, -8],
      [14, -8],
    ],
    3.4,
    4.6,
  ) +
  strokes("-24,-18 -8,-24 -2|24,-18 8,-24 2", 3.6, C.bark) +
  line("-10,14 -4,10 0,14 4,10 10,14", 3) +
  flat("-32,4 -26,-2 -18,4 -24,10|18,4 26,-2 32,4 24,10", C.dusk) +
  shape("-58,14 -30,38 0,44 30,38 58,14 66,46 34,70! 12,150! -12,150! 0,78 -40,66 -66,44", C.dusk) +
  line("-66,76 -58,112 -60,150|66,76 58,112 60,150", 3);

/** The cloud of breath: x, y and radius of its puffs. */
const breath = [
  [362, 188, 6],
  [342, 184, 12],
  [316, 188, 16],
  [300, 174, 17],
  [278, 186, 15],
] as const;

/** A freezing night: a thermostat far too low, frost on the window, someone in a blanket. */
const emergencyHvac = [
  band(0, 320, C.petrol),
  windowAt(206, 40, 110, 170, C.night) + dot(284, 76, 14, C.pale) + dot(291, 71, 12, C.night),
  flat(
    "206,210! 206,120 220,150 236,178 262,188 290,176 304,146 316,112 316,210!|206,40! 236,40! 214,54 206,80!|316,40! 292,40! 310,56 316,84!",
    C.white,
    ".9",
  ) +
    dots(
      [
        [226, 96],
        [246, 72],
        [248, 118],
        [296, 110],
        [274, 138],
        [262, 50],
      ],
      3.5,
      3.5,
      C.white,
    ),
  rounded(22, 58, 160, 160, 30, C.cream) +
    disc(102, 138, 64, C.water) +
    disc(102, 138, 48, C.night, 3.4) +
    line("80,116! 80,138! 98,138!|98,116! 98,160!", 7, C.white) +
    rules(
      "110,116 126,116|110,138 126,138|110,160 126,160|110,116 110,160|126,116 126,160",
      7,
      C.white,
    ) +
    rules("102,80 102,88|60,96 66,102|144,96 138,102|44,138 52,138|160,138 152,138", 4) +
    line("59,180! 68,172!", 9, C.orange),
  place(freezing, 390, 172),
  breath.map(([x, y, r]) => dot(x, y, r, C.white, r, true)).join("") +
    breath.map(([x, y, r]) => dot(x, y, r - 2, C.white)).join(""),
];

export const emergencyScenes = {
  "emergency-gas": emergencyGas,
  "emergency-power": emergencyPower,
  "emergency-water": emergencyWater,
  "emergency-hvac": emergencyHvac,
};
