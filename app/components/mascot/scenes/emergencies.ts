import { C, dot, dots, el, flat, group, line, shape, strokes } from "../ink.ts";
import * as props from "../parts/props.ts";
import { courses, disc, rounded, rules, tube } from "../repair-parts/kit.ts";
import { darkHouse, drop, house, place, tree, windowAt } from "./objects.ts";
import { caller } from "./page-people.ts";
import { band, block, lawn, sky } from "./settings.ts";
import { workingHand } from "./worker.ts";

/** A small house with its kitchen cut open: gas flows from the stove, the front door is open. */
const gasHouse =
  block(150, -20, 30, 60, C.brick) +
  shape("0,60! 128,-46! 256,60! 256,276! 0,276!", C.cream) +
  block(14, 96, 176, 164, C.pale) +
  flat("16,236! 188,236! 188,258! 16,258!", C.tan) +
  block(48, 160, 92, 96, C.white) +
  block(60, 192, 68, 50, C.deep, 3.4) +
  block(48, 150, 92, 12, C.metal) +
  dot(66, 176, 5, C.ink) +
  dot(120, 176, 5, C.ink) +
  dot(93, 176, 9, C.orange, 9, true) +
  flat(
    "84,150! 64,146 28,134 26,112 48,102 84,110 112,98 150,104 172,118 160,140 128,148 112,150!",
    C.amber,
    ".75",
  ) +
  line(
    "78,146 70,134 80,124 72,110|96,146 88,132 98,120 90,104|114,146 106,134 116,124 108,110",
    5.4,
    C.orange,
  ) +
  shape("-20,62! 128,-64! 276,62! 262,80! 128,-32! -6,80!", C.deep) +
  block(204, 124, 42, 152, C.deep) +
  shape("246,124! 292,108! 292,292! 246,276!", C.petrol) +
  dot(282, 202, 5, C.sun);

/** Gas flows from a stove in a house; its door stands wide open, and far away a woman calls. */
const emergencyGas = [
  sky("day"),
  lawn(208),
  flat("188,216! 236,216! 300,262 420,288 486,292! 486,326! 330,326! 250,290 196,244!", C.sand),
  place(tree(26, C.leaf), 264, 212) + place(tree(20, C.leaf), 464, 210),
  place(`<g stroke-width="5.4">${gasHouse}</g>`, 26, 80, 0, 0.5),
  place(tree(22), 20, 232),
  group(caller(), "translate(-8 -10) scale(1.02)"),
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

/** From a dry floor a hand closes the main shutoff valve; in the next room a pipe has burst. */
const emergencyWater = [
  `${band(0, 236, C.mist)}<g opacity=".3">${courses(0, 0, 480, 236, 42, 84)}</g>`,
  band(236, 320, C.oak) + line("0,236! 350,236!"),
  flat("350,-6! 486,-6! 486,326! 350,326!", C.pale),
  // The pipe breaks at its joint on the right.
  flat(
    "420,136! 392,74 412,96 418,50 434,88 450,44 456,92 486,66 470,120 490,140 470,160 488,206 460,184 450,232 436,188 414,226 416,176 388,202",
    C.water,
  ) +
    strokes(
      "434,118 416,74 5|442,118 450,70 -4|434,154 420,210 -5|444,156 452,212 5|450,146 476,176 4",
      5,
      C.white,
    ),
  drop(392, 224, 8, C.water) + drop(470, 220, 8, C.water),
  flat("350,244! 390,239 430,247 486,241! 486,326! 350,326!", C.water) +
    line("364,244 390,239 430,247 486,241") +
    strokes("384,270 424,270 4|420,300 466,300 4", 4, C.white),
  // The wall between the rooms holds the water back.
  block(344, -10, 22, 340, C.stone),
  tube("-10,136! 418,136!", 30),
  tube("452,140! 490,146!", 30),
  shape("406,112! 424,112! 418,124! 426,136! 418,148! 424,160! 406,160!", C.metal, 3.4),
  // The meter.
  block(34, 108, 18, 56, C.metal) + block(136, 108, 18, 56, C.metal),
  disc(94, 136, 50, C.petrol) +
    disc(94, 136, 36, C.white, 3.4) +
    rules("94,106 94,112|64,136 70,136|124,136 118,136|73,115 77,119|115,115 111,119", 3) +
    line("94,136! 112,120!", 5, C.orange) +
    disc(94, 136, 5, C.ink) +
    block(78, 146, 32, 13, C.ink, 2),
  // The valve with its wheel.
  place(
    shape(
      "206,108! 226,108! 234,100! 310,100! 318,108! 338,108! 338,164! 318,164! 310,172! 234,172! 226,164! 206,164!",
      C.amber,
    ) +
      ring(272, 136, 54, 22, C.ink) +
      ring(272, 136, 54, 13, C.orange) +
      rules(spokes, 15) +
      rules(spokes, 6, C.orange) +
      disc(272, 136, 15, C.orange) +
      line("212,96 226,78 246,66 272,62 296,66", 13) +
      line("212,96 226,78 246,66 272,62 296,66", 6, C.white) +
      shape("300,48! 332,84! 286,84!", C.white, 3.4),
    -22,
    0,
  ),
  residentHand({ elbow: [110, 360], wrist: [202, 204], scale: 1.5, flip: true }),
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
  [324, 188, 6],
  [304, 184, 12],
  [278, 188, 16],
  [262, 174, 17],
  [240, 186, 15],
] as const;

/** A freezing night: a thermostat far too low, frost on the window, someone in a blanket. */
const emergencyHvac = [
  band(0, 320, C.petrol),
  windowAt(212, 52, 92, 172, C.night) + dot(266, 108, 13, C.pale) + dot(272, 103, 11, C.night),
  flat(
    "212,224! 212,132 224,162 237,190 259,200 282,188 294,158 304,124 304,224!|212,52! 237,52! 219,66 212,92!|304,52! 284,52! 299,68 304,96!",
    C.white,
    ".9",
  ) +
    dots(
      [
        [228, 108],
        [245, 84],
        [246, 132],
        [288, 122],
        [268, 150],
        [259, 62],
      ],
      3.5,
      3.5,
      C.white,
    ),
  place(
    rounded(-68, -68, 136, 136, 26, C.cream) +
      disc(0, 0, 54, C.water) +
      disc(0, 0, 40, C.night, 3.4) +
      line("-19,-18! -19,0! -4,0!|-4,-18! -4,18!", 6, C.white) +
      rules("7,-18 20,-18|7,0 20,0|7,18 20,18|7,-18 7,18|20,-18 20,18", 6, C.white) +
      rules("0,-49 0,-43|-35,-35 -31,-31|35,-35 31,-31|-49,0 -43,0|49,0 43,0", 4) +
      line("-36,35! -29,29!", 8, C.orange),
    130,
    160,
  ),
  place(freezing, 352, 172),
  breath.map(([x, y, r]) => dot(x, y, r, C.white, r, true)).join("") +
    breath.map(([x, y, r]) => dot(x, y, r - 2, C.white)).join(""),
];

/** The letters on the alarm. */
const coLetters =
  "112,128 100,122 90,134 90,150 100,162 112,156|136,122 124,134 124,150 136,162 148,150 148,134 136,122";

/** An alarm sounds in a dark hall; a woman has left by the open door and calls from outside. */
const emergencyCo = [
  band(0, 246, C.petrol) + band(246, 320, C.deep) + line("0,246! 300,246!"),
  block(298, 26, 210, 236, C.cream),
  block(316, 44, 190, 218, C.night),
  dot(438, 84, 16, C.pale) + dot(446, 78, 14, C.night),
  dots(
    [
      [342, 76],
      [368, 108],
      [466, 132],
      [350, 150],
    ],
    2.4,
    2.4,
    C.white,
  ),
  flat("316,236! 400,230 506,236! 506,262! 316,262!", C.leaf) + line("316,236 400,230 506,236"),
  flat("300,262! 506,262! 506,330! 254,330!", C.tan),
  line(
    "44,78 24,108 20,142 28,176 48,204|66,92 50,114 46,142 52,168 68,190|194,78 214,108 218,142 210,176 190,204|172,92 188,114 192,142 186,168 170,190",
    8,
    C.coral,
  ),
  disc(119, 142, 62, C.white) + disc(119, 142, 46, C.cream, 3.4),
  line(coLetters, 8, C.ink),
  dot(119, 104, 6, C.orange, 6, true) + rules("103,174 135,174", 4),
  group(caller(), "translate(14 -4) scale(.98)"),
];

export const emergencyScenes = {
  "emergency-co": emergencyCo,
  "emergency-gas": emergencyGas,
  "emergency-power": emergencyPower,
  "emergency-water": emergencyWater,
  "emergency-hvac": emergencyHvac,
};
