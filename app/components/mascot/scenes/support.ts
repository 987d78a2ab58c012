import { C, dot, dots, flat, line, shade, shape, strokes } from "../ink.ts";
import * as props from "../parts/props.ts";
import { courses, repeat, rules } from "../repair-parts/kit.ts";
import { box, toPoints } from "../small-objects.ts";
import { bush, place, puffs, tree } from "./objects.ts";
import { bust, henry, home, mobile, person, question, sleeve } from "./page-people.ts";
import { band, block, room, sky, yard } from "./settings.ts";
import { supportStateScenes } from "./support-states.ts";

/** Pictures of pages that say what happens next: thanks, danger, no more calls. */

/** Dusk: a customer rests on the sofa with phone and tea, and the neighbors' lights are on. */
const thanks = [
  room(C.leaf, C.belt, 270),
  block(14, 34, 232, 156, C.white) + block(26, 46, 208, 132, C.dusk, 3.4),
  dot(186, 92, 22, C.sun),
  flat("28,132! 62,96! 96,132! 112,108! 160,108! 160,132! 232,132! 232,150! 28,150!", C.coral),
  flat("28,146! 232,146! 232,176! 28,176!", C.petrol) + line("28,146! 232,146!", 3),
  place(home(C.stone, C.brick, true), 88, 170, 0, 0.53),
  place(tree(20, C.leaf), 158, 172),
  line("26,46! 234,46! 234,178! 26,178! 26,46!", 3.4) + block(6, 188, 248, 11, C.white, 3.4),
  line("428,64! 428,140!", 5) + shape("402,56! 412,22! 446,22! 456,56!", C.sun),
  shape("204,270! 206,146 218,132 240,134! 446,134! 464,132 478,146 480,270!", C.petrol),
  block(216, 212, 252, 44, C.petrol) +
    line("230,212! 454,212!", 3) +
    shade("216,238! 468,238! 468,256! 216,256!"),
  place(bust({ shirt: C.sun, hair: C.bark, long: true }), 340, 240, 0, 1.1),
  line("322,252 312,266 310,300|358,252 368,266 370,300", 36) +
    line("322,252 312,266 310,300|358,252 368,266 370,300", 28, C.mist),
  place(mobile(C.cream), 296, 222, -8, 0.6) + sleeve("304,192 278,222 298,216", C.sun),
  shape("383,170! 415,170! 412,204! 386,204!", C.white) +
    line("415,176 427,180 425,192 413,194", 4) +
    strokes("393,164 395,148 4|405,164 407,144 4", 3.4, C.cream),
  sleeve("376,194 410,226 392,206", C.sun),
  shape(
    "180,278! 180,190 190,176 208,176 220,190 220,278!|466,278! 466,190 474,176 490,176! 490,278!",
    C.petrol,
  ),
];

/** Night: a family left the house and calls from a safe distance. */
const danger = [
  sky("night"),
  band(226, 320, C.deep) + line("0,226 160,224 320,227 480,226"),
  shape(
    "70,140! 50,110 62,84 44,58 66,30 104,40 124,14 168,22 176,52 206,60 204,92 180,104 170,140!",
    C.metal,
  ) + strokes("78,58 104,52 -8|130,40 158,46 -8|150,84 180,76 -8", 3, C.mist),
  place(home(C.stone, C.brick), 104, 228, 0, 1.1),
  puffs(
    "56,168,12 47,153,11 64,151,13 56,135,11 150,168,12 141,153,11 158,151,13 150,135,11",
    C.mist,
  ),
  block(89, 174, 30, 54, C.sun) + shape("89,174! 70,181! 70,238! 89,228!", C.petrol, 3.4),
  strokes(
    "24,92 4,80 0|30,58 14,42 0|208,36 226,22 0|226,74 246,66 0|222,108 242,112 0",
    6,
    C.orange,
  ),
  dots(toPoints("132,238 154,243 177,248 200,253 224,258 248,263"), 6, 3, C.pale),
  sleeve("272,182 256,208 262,232", C.leaf) + sleeve("430,184 458,208 440,148", C.coral),
  place(person({ shirt: C.leaf, hair: C.ink, worried: true }, C.mist), 296, 268),
  place(person({ shirt: C.coral, hair: C.belt, long: true, worried: true }, C.metal), 404, 268),
  line("430,120! 436,152!", 16) +
    line("430,122! 436,150!", 8, C.sun) +
    dot(440, 144, 9, C.skin, 9, true),
  place(person({ shirt: C.sun, hair: C.bark, worried: true }, C.coral), 350, 276, 0, 0.7),
  sleeve("321,184 318,212 335,216", C.leaf) + sleeve("379,184 384,212 366,216", C.coral),
];

const silentBell =
  shape("-15,-40! -11,-48 -11,-62 0,-72 11,-62 11,-48 15,-40!", C.sun, 3) +
  shape("-5,-40! 5,-40! 4,-33 -4,-33", C.sun, 3) +
  line("-16,-74! 16,-32!", 9, C.cream) +
  line("-16,-74! 16,-32!", 5, C.orange);

/** A quiet garden: a phone on a bench, its bell crossed out. */
const stop = [
  yard("dusk", 206),
  place(tree(58), 54, 226) + bush(440, 226, 34, C.leaf),
  rules("130,286 130,78|350,286 350,78", 16) + rules("130,284 130,80|350,284 350,80", 7, C.petrol),
  [92, 124, 156].map((y) => block(96, y, 288, 22, C.tan)).join(""),
  shape("92,206! 388,206! 408,230! 72,230!", C.tan) +
    line("84,218! 396,218!", 2.6, C.belt) +
    block(72, 228, 336, 14, C.belt),
  rules("96,242 96,300|384,242 384,300", 15) + rules("96,246 96,298|384,246 384,298", 7, C.petrol),
  shade("206,214! 290,214! 320,228! 216,228!"),
  place(mobile() + silentBell, 246, 224, 5, 1.4),
  shape("138,190! 176,190! 172,226! 142,226!", C.white) +
    line("174,198 188,202 186,214 172,216", 4),
  shape("318,92! 310,72 320,58 336,60 356,76 374,72! 364,88 348,93!", C.leaf, 3.4) +
    shape("313,68! 302,73! 314,76!", C.sun, 2.6) +
    line("318,70 322,73 326,70", 2.4) +
    strokes("334,76 352,84 -3", 2.6),
];

/** Night: in a lit window Henry is on the phone. */
const contactUs = [
  sky("night"),
  dots(toPoints("396,150 442,136 424,196 462,214 402,238"), 2, 2, C.pale),
  flat("0,0! 378,0! 378,320! 0,320!", C.brick) + line("378,-4! 378,324!"),
  `<g opacity=".35">${courses(0, 0, 88, 320, 22, 44)}${courses(352, 0, 26, 320, 22, 44)}${courses(88, 0, 264, 44, 22, 44)}</g>`,
  block(84, 50, 260, 206, C.pale),
  line("124,50! 124,82!", 5) +
    shape("96,122! 112,82! 136,82! 152,122!", C.sun) +
    flat("96,122! 152,122! 186,256! 88,256!", C.cream),
  henry(222, 190, 0.7, {
    face: "happy",
    tilt: 4,
    right: { elbow: [356, 282], wrist: [312, 196], hand: "grip", held: props.phone, turn: -46 },
  }),
  flat("80,256! 348,256! 348,326! 80,326!", C.brick) +
    `<g opacity=".35">${courses(88, 264, 264, 56, 22, 44)}</g>`,
  line("84,50! 344,50! 344,254! 84,254! 84,50!", 18) +
    line("84,50! 344,50! 344,254! 84,254! 84,50!", 10, C.white),
  block(64, 250, 300, 16, C.white),
];

/** Over the fence: a homeowner asks, Henry knows the answer. */
const faq = [
  yard("day", 190),
  place(bust({ shirt: C.coral, hair: C.bark, long: true }), 84, 246, 0, 1.4),
  henry(384, 178, 0.7, {
    face: "joy",
    tilt: -3,
    left: { elbow: [66, 286], wrist: [58, 204], hand: "thumb", turn: -6 },
  }),
  shape(box(126, 54, 84, 84, 14, "156,138! 126,158! 140,138!"), C.orange) + question(168, 98),
  shape(box(222, 58, 80, 66, 12, "292,124! 322,140! 268,124!"), C.white) +
    line("242,92! 256,108! 282,74!", 10, C.green),
  rules("-4,262 484,262", 20) + rules("-4,262 484,262", 12, C.cream),
  repeat([12, 234, 12, 330], [50, 0], 10, 40) +
    repeat([12, 234, 12, 330], [50, 0], 10, 32, C.cream),
  dot(104, 222, 12, C.skin, 10, true) + dot(62, 222, 12, C.skin, 10, true),
];

export const supportScenes = {
  "contact-us": contactUs,
  faq,
  thanks,
  danger,
  stop,
  ...supportStateScenes,
};
