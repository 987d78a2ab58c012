import { C, dot, dots, flat, group, line, shade, shape, strokes } from "../ink.ts";
import * as props from "../parts/props.ts";
import { machine, repeat, rounded, rules } from "../repair-parts/kit.ts";
import { toPoints } from "../small-objects.ts";
import { bucket, bush, lightCone, place, toolbox } from "./objects.ts";
import { home } from "./page-people.ts";
import { band, block, lawn, room, yard } from "./settings.ts";
import { facingLeft, worker } from "./worker.ts";

/** Pictures for pages that have nothing to show: empty, unfinished, lost, broken, offline. */

/** A folded map and a plug, for a hand: wrist at (0, 0). */
const map =
  shape("-10,-8! 26,-20! 62,-6! 98,-18! 98,-84! 62,-72! 26,-86! -10,-74!", C.cream) +
  flat("26,-20! 62,-6! 62,-72! 26,-86!", C.pale) +
  line("-2,-28 30,-36 50,-60 90,-54", 5, C.orange);

const plug =
  shape("-14,-36! 14,-38! 30,-32! 30,-8! 14,-2! -14,-4!", C.orange) +
  line("30,-28! 50,-28!|30,-12! 50,-12!", 6);

/** An open mailbox with nothing but a cobweb in it. */
const empty = [
  yard("day", 226),
  repeat([14, 160, 14, 236], [44, 0], 11, 20) +
    repeat([14, 162, 14, 234], [44, 0], 11, 12, C.cream) +
    rules("0,182 480,182|0,214 480,214", 9) +
    rules("0,182 480,182|0,214 480,214", 3, C.cream),
  block(238, 196, 32, 120, C.belt) + shade("256,196! 270,196! 270,316! 256,316!"),
  shape("152,84 180,74! 340,74! 372,84 384,116 386,196! 150,196!", C.petrol),
  shade("150,164! 386,164! 386,196! 150,196!"),
  strokes("214,90 318,90 0", 3, C.leaf),
  shape("108,196! 108,120 118,88 152,76 186,88 196,120 196,196!", C.metal),
  shape("120,188! 120,122 130,98 152,90 174,98 184,122 184,188!", C.ink, 3),
  rules("122,116 166,94|122,140 182,112|121,116 160,150|146,92 134,134", 2, C.mist) +
    line("126,102 140,112 150,92|123,126 150,124 166,96", 2, C.mist) +
    line("160,92! 160,146!", 2, C.mist) +
    dot(160, 152, 7, C.sun),
  shape("106,196! 198,196! 196,240 182,264 152,272 122,264 108,240", C.metal) +
    shape("120,204! 184,204! 182,236 172,252 152,258 132,252 122,236", C.petrol, 3),
  dot(330, 150, 9, C.orange, 9, true) +
    line("330,150! 374,150!", 14) +
    line("330,150! 374,150!", 6, C.orange),
  shape("406,160! 400,140 412,126 428,130 448,144 466,142! 456,156 440,161!", C.sun, 3.4) +
    shape("402,136! 390,140! 402,144!", C.orange, 2.6) +
    dot(414, 136, 3, C.ink) +
    strokes("426,144 444,152 -3", 2.6),
  bush(64, 286, 26) + bush(420, 292, 32),
];

/** A house under a tarp behind a scaffold and a barrier. */
const comingSoon = [
  yard("day", 246),
  block(112, 140, 256, 112, C.cream),
  block(316, 206, 40, 32, C.sky, 3.4) + block(232, 190, 52, 62, C.petrol) + dot(274, 226, 4, C.sun),
  shape(
    "92,128! 240,36! 320,88! 320,50! 356,50! 356,110! 388,128! 398,186! 366,198 338,184 306,198 274,184 240,198 206,184 174,198 142,184 112,198 82,186!",
    C.leaf,
  ),
  shade(
    "240,36! 320,88! 320,50! 356,50! 356,110! 388,128! 398,186! 366,198 338,184 306,198 284,188!",
  ),
  line(
    "238,42 222,110 208,184|150,98 142,140 144,184|318,100 338,140 338,184|258,60 274,130 274,184",
    2.6,
  ),
  repeat([56, 48, 56, 266], [122, 0], 4, 14) + repeat([56, 50, 56, 264], [122, 0], 4, 6, C.sun),
  rules("56,84 422,84", 9) + rules("56,84 422,84", 3, C.sun),
  block(34, 118, 412, 14, C.tan),
  place(bucket(), 100, 118) + place(toolbox, 370, 118),
  line("58,246! 50,290!|178,246! 186,290!", 12) +
    line("58,246! 50,290!|178,246! 186,290!", 5, C.metal),
  block(24, 216, 188, 38, C.white) +
    flat(
      "26,218! 62,218! 42,252! 26,252!|100,218! 136,218! 116,252! 80,252!|174,218! 210,218! 190,252! 154,252!",
      C.orange,
    ) +
    line("24,216! 212,216! 212,254! 24,254! 24,216!"),
  [52, 184].map((x) => dot(x, 204, 12, C.sun, 12, true)).join(""),
];

const four = (x: number) =>
  line(`${x},124! ${x - 8},160! ${x + 24},160!|${x + 16},138! ${x + 16},184!`, 9);

/** A house number without its middle digit: Henry searches for it with flashlight and map. */
const notFound = [
  band(0, 320, C.night),
  dot(68, 84, 22, C.pale) + dot(78, 76, 20, C.night),
  dots(toPoints("92,40 196,84 262,40 236,112 476,60 22,170"), 2, 2, C.pale),
  band(236, 320, C.deep) + line("0,236 160,234 320,237 480,236"),
  shape(
    "-6,260! 145,260! 160,236! 250,236! 266,260! 486,260! 486,288! 288,288! 322,330! 60,330! 100,288! -6,288!",
    C.metal,
    3,
  ),
  place(
    block(366, 40, 24, 228, C.belt) +
      shape("308,52! 436,52! 456,68! 436,84! 308,84!", C.leaf) +
      shape("448,90! 320,90! 300,106! 320,122! 448,122!", C.coral),
    -40,
    0,
  ),
  lightCone(226, 176, 270, 176, 34),
  place(
    block(304, 128, 152, 84, C.cream) +
      flat("306,130! 380,130! 404,170 380,210! 306,210!", C.pale) +
      line("304,128! 456,128! 456,212! 304,212! 304,128!") +
      place(four(328) + four(414), 0, 16) +
      line("380,142 366,152 364,170 370,188 382,194 394,186 398,168 394,150 380,142", 3, C.metal) +
      dots(toPoints("380,146 380,190"), 3, 3),
    -40,
    6,
  ),
  line("284,222 268,226 258,244 258,262 268,268 284,262 294,244 294,228 284,222", 15) +
    line("284,222 268,226 258,244 258,262 268,268 284,262 294,244 294,228 284,222", 7, C.orange),
  worker({
    hip: [128, 232],
    neck: [144, 176],
    tilt: -4,
    mood: "worried",
    farArm: { elbow: [186, 214], wrist: [200, 178], held: props.flashlight, turn: -30 },
    nearArm: {
      elbow: [130, 240],
      wrist: [172, 246],
      hand: "hold",
      held: group(map, "rotate(-84)"),
    },
    nearLeg: { knee: [116, 262], ankle: [104, 290] },
    farLeg: { knee: [146, 262], ankle: [148, 290] },
  }),
];

/** A machine bursts in steam and sparks: Henry pulls its plug. */
const serverError = [
  room(C.pale, C.metal, 250),
  block(22, 140, 46, 74, C.cream) + dots(toPoints("36,160 52,160 36,192 52,192"), 3.5, 6),
  shape(
    "300,112! 286,96 262,98 246,84 252,62 272,54 276,30 304,20 326,28 346,4 384,8 400,26 430,24 446,46 440,64 460,76 456,98 434,106 414,112!",
    C.white,
  ) + strokes("286,68 306,58 -6|392,44 416,50 -6|340,38 362,32 -6", 3, C.metal),
  machine(246, 110, 214, 152, C.petrol),
  shape("290,114! 300,94! 322,104! 338,78! 356,102! 384,80! 388,100! 414,96! 418,114!", C.ink),
  line("346,108 330,98 366,90 338,80 370,70 342,62 366,50", 9) +
    line("346,108 330,98 366,90 338,80 370,70 342,62 366,50", 3.4, C.mist) +
    dot(366, 44, 10, C.sun, 10, true),
  strokes("302,86 282,64 0|316,76 306,46 0|398,76 414,50 0|412,88 438,78 0", 6, C.orange),
  block(264, 130, 96, 60, C.ink) +
    line("270,162 290,162! 302,142! 318,182! 330,150! 340,162! 354,162", 4.4, C.sun),
  dot(412, 162, 32, C.cream, 32, true) +
    rules("389,162 394,162|412,139 412,144|396,146 399,149|435,162 430,162", 3) +
    line("412,162! 430,144!", 6, C.orange),
  rules("276,208 356,208|276,222 356,222|276,236 356,236", 4, C.deep),
  dots(toPoints("392,222 418,222 444,222"), 9, 9, C.orange),
  line("250,240 220,270 150,284 112,262 110,214 124,192", 10),
  facingLeft(
    worker({
      hip: [146, 206],
      neck: [164, 150],
      tilt: 4,
      mood: "worried",
      farArm: { elbow: [212, 188], wrist: [224, 164], hand: "flat" },
      nearArm: { elbow: [180, 214], wrist: [210, 208], held: plug, turn: -96 },
      nearLeg: { knee: [136, 234], ankle: [116, 256] },
      farLeg: { knee: [174, 232], ankle: [180, 256] },
    }),
    156,
  ),
];

/** A storm tore the phone line between its pole and a house. */
const offline = [
  band(0, 320, C.metal),
  shape(
    "-10,-10! 490,-10! 490,66! 460,86 424,78 398,92 350,90 330,70 300,80 262,78 244,62 206,84 160,80 138,62 104,80 52,82 30,66 -10,76!",
    C.petrol,
  ),
  repeat([30, 104, 14, 142], [52, 6], 9, 2.6, C.cream) +
    repeat([52, 184, 36, 222], [56, 3], 9, 2.6, C.cream),
  shape("222,74! 196,124! 218,122! 204,168! 246,110! 226,112! 242,76!", C.sun),
  lawn(252, C.leaf),
  block(60, 40, 22, 220, C.belt) + block(16, 92, 116, 15, C.belt),
  [28, 118].map((x) => rounded(x - 7, 72, 14, 20, 4, C.leaf, 3)).join(""),
  place(home(C.cream, C.brick), 376, 258, 0, 1.2),
  line("-10,60 10,72 28,74", 7),
  line("118,74 156,108 176,160 172,200", 9) + line("296,164 276,172 262,200 258,232", 9),
  strokes(
    "171,198 156,224 -2|172,200 170,232 1|173,198 188,222 2|258,230 244,252 -2|258,232 260,260 1|258,230 274,250 2",
    5,
    C.orange,
  ),
  dot(300, 164, 9, C.cream, 9, true),
];

export const supportStateScenes = {
  empty,
  "coming-soon": comingSoon,
  "not-found": notFound,
  "server-error": serverError,
  offline,
};
