import { C, dot, dots, flat, line, shade, shape } from "../ink.ts";
import * as props from "../parts/props.ts";
import { bolt, flake, machine, repeat, rounded, rules, tube } from "../repair-parts/kit.ts";
import { hammer } from "../shapes.ts";
import { box, calculator, flame, pencil, toPoints } from "../small-objects.ts";
import { drop, lightCone, place, puddle, rays, toolbox, windowAt } from "./objects.ts";
import { cottage, headset, henry, question } from "./page-people.ts";
import { band, basement, block, room } from "./settings.ts";
import { worker, workingHand } from "./worker.ts";

/** Pictures of the pages with guides, tools, articles and answers. */

/** Henry's workbench: an open book, a tape measure, a notebook. */
const resources = [
  room(C.tan, C.belt, 330),
  dots(
    toPoints(
      "30,40 70,40 110,40 150,40 190,40 230,40 270,40 310,40 350,40 390,40 430,40 30,80 70,80 110,80 150,80 310,80 350,80 390,80 430,80",
    ),
    3,
    3,
    C.belt,
  ),
  place(props.wrench, 70, 90, 90, 0.6) + place(hammer, 414, 128, 0, 0.9),
  block(-6, 196, 492, 130, C.amber) + block(-6, 280, 492, 50, C.belt),
  shape(
    "82,220! 96,92! 230,104! 240,112! 250,104! 384,92! 398,220! 252,236! 240,244! 228,236!",
    C.petrol,
  ),
  shape("94,210! 106,84 176,78 240,102! 240,232! 172,210!", C.cream) +
    shape("386,210! 374,84 304,78 240,102! 240,232! 308,210!", C.white),
  shade("240,102! 260,92! 264,220! 240,232!"),
  place(cottage, 172, 184, -3, 1.4),
  rules("116,196 210,204", 3, C.metal),
  line(
    "264,114! 274,126! 290,104!|264,146! 274,158! 290,136!|264,178! 274,190! 290,168!",
    7,
    C.green,
  ) + rules("306,116 356,112|306,148 358,144|306,180 360,176", 5, C.metal),
  shape(box(20, 208, 74, 66, 20), C.orange) +
    dot(57, 241, 20, C.sun, 20, true) +
    shape("20,262! 94,262! 94,274! 20,274!", C.orange),
  shape("94,262! 190,262! 190,274! 94,274!", C.sun) +
    rules("112,263 112,269|130,263 130,269|148,263 148,269|166,263 166,269", 2.4) +
    line("190,258! 190,280!", 6),
  shape("350,236! 440,228! 456,278! 360,290!", C.deep) +
    shape("360,236! 436,230! 450,272! 368,282!", C.leaf, 3),
  rules("348,246 360,244|352,258 364,256|356,270 368,268", 4),
  place(pencil, 396, 266, 62, 0.9),
];

const lever = shape("-58,-28! 60,-28! 60,-12! -58,-12!", C.orange);

/** A hand does what the pictures of a guide show: it closes the valve of a dripping pipe. */
const guidesTips = [
  room(C.wall, C.oak, 284),
  tube("282,330! 282,200! 490,200!", 22),
  shape("262,224! 302,224! 302,240! 262,240!|400,180! 416,180! 416,220! 400,220!", C.metal, 3.4),
  shape("310,176! 370,176! 370,224! 310,224!", C.amber) + block(330, 156, 20, 22, C.metal, 3.4),
  block(-6, 258, 256, 14, C.tan) + block(206, 272, 22, 60, C.belt),
  shape(
    "12,252! 24,92! 122,104! 132,110! 142,104! 240,92! 252,252! 142,262! 132,268! 122,262!",
    C.orange,
  ),
  shape("24,244! 34,84 84,80 132,104! 132,256! 84,236!", C.cream) +
    shape("240,244! 230,84 180,80 132,104! 132,256! 180,236!", C.white),
  tube("36,200! 122,200!", 6) +
    block(64, 186, 28, 28, C.amber, 3.4) +
    line("78,182! 116,182!", 8, C.orange) +
    drop(78, 232, 6, C.water),
  line("112,164 106,146 88,136|100,128! 86,136! 96,148!", 4.6, C.petrol),
  tube("142,200! 228,200!", 6) +
    block(164, 186, 28, 28, C.amber, 3.4) +
    line("178,184! 178,146!", 8, C.orange),
  line("192,126! 204,140! 224,110!", 9, C.green),
  drop(340, 246, 9, C.water) + drop(340, 274, 7, C.water),
  workingHand({ elbow: [506, 240], wrist: [408, 140], scale: 1.2, held: lever, turn: 6 }),
  dot(340, 166, 9, C.metal, 9, true),
];

/** Tape, plan and calculator: how much does a room need? */
const tools = [
  band(0, 320, C.petrol),
  place(
    block(0, 0, 262, 196, C.cream) +
      line(
        "30,30! 232,30! 232,166! 150,166!|110,166! 30,166! 30,30!|140,30! 140,90!|140,126! 140,166!|140,100! 30,100!",
        8,
      ) +
      line("110,166 112,130 148,126", 3, C.metal) +
      flat("150,38! 224,38! 224,158! 150,158!", C.pale),
    28,
    52,
    -4,
  ),
  place(
    calculator(C.sun) +
      line(
        "-20,-124! -20,-105!|-9,-124! -9,-115! 1,-115!|1,-124! 1,-105!|11,-124! 23,-124! 23,-115! 11,-115! 11,-105! 23,-105!",
        3,
      ),
    392,
    254,
    5,
    1.3,
  ),
  shape("78,236! 300,236! 300,254! 78,254!", C.sun, 3.4) +
    repeat([98, 238, 98, 246], [18, 0], 12, 2.4) +
    shape(box(18, 200, 66, 58, 18), C.orange) +
    dot(50, 228, 16, C.cream, 16, true),
  workingHand({
    elbow: [346, 330],
    wrist: [250, 204],
    hand: "grip",
    flip: true,
    held: props.pencil,
    scale: 1.2,
    turn: 10,
  }),
];

/** A page to read and a question with four answers: a hand ticks one of them. */
const articles = [
  band(0, 320, C.leaf),
  place(
    block(0, 0, 176, 214, C.cream) +
      block(16, 18, 144, 88, C.sky, 3.4) +
      place(cottage, 88, 104, 0, 1.2) +
      rules("16,124 160,124|16,142 160,142|16,160 160,160|16,178 110,178", 5, C.metal),
    20,
    66,
    -7,
  ),
  place(
    rounded(0, 0, 200, 220, 14, C.white) +
      [
        [16, 20],
        [106, 20],
        [16, 118],
        [106, 118],
      ]
        .map(([x = 0, y = 0], i) => rounded(x, y, 78, 82, 10, i === 2 ? C.pale : C.mist, 3.4))
        .join("") +
      drop(55, 66, 20, C.water) +
      bolt(145, 61, 1.4).replaceAll(C.orange, C.sun) +
      place(flame, 59, 190, 0, 1.2) +
      flake(145, 159, 28, C.petrol),
    230,
    42,
    5,
  ),
  line(
    "316,168 284,156 246,164 226,194 236,230 272,248 312,238 328,210 318,172 296,160",
    7,
    C.orange,
  ),
  workingHand({
    elbow: [446, 326],
    wrist: [378, 240],
    hand: "grip",
    flip: true,
    held: props.pencil,
    scale: 1.2,
    turn: 10,
  }),
];

/** Help on the screen: Henry with a headset answers a question. */
const support = [
  room(C.wall, C.tan, 330),
  band(214, 320, C.belt) + line("0,214! 480,214!"),
  shape(box(52, 34, 376, 190, 14), C.deep),
  block(68, 50, 344, 162, C.leaf, 3),
  henry(320, 170, 0.6, { face: "happy", worn: headset }),
  shape(box(86, 62, 92, 84, 12, "116,146! 92,168! 98,146!"), C.orange) + question(132, 105),
  shape(box(156, 132, 84, 52, 12, "226,184! 258,204! 196,184!"), C.white) +
    line("180,158! 192,172! 218,144!", 8, C.green),
  shape("30,222! 450,222! 474,262! 470,276 6,276 6,262!", C.metal) +
    shape("74,230! 406,230! 418,252! 62,252!", C.deep, 3) +
    flat("196,258! 284,258! 288,270! 192,270!", C.mist),
  band(276, 320, C.belt) + line("0,276! 8,276!|470,276! 480,276!"),
];

const blueFlame = flame.replaceAll(C.orange, C.water).replaceAll(C.sun, C.white);

/** Henry listens with a stethoscope where the furnace knocks. */
const quiz = [
  basement(C.wall),
  block(324, -8, 76, 90, C.mist) + rules("324,26 400,26|324,54 400,54", 3),
  machine(256, 74, 190, 194, C.leaf),
  rules("282,100 420,100|282,112 420,112|282,124 420,124", 4, C.petrol),
  rounded(330, 188, 92, 58, 8, C.ink) +
    [350, 376, 402].map((x) => place(blueFlame, x, 240, 0, 0.7)).join(""),
  dot(412, 152, 18, C.cream, 18, true) + line("412,152! 422,142!", 4, C.orange),
  rays(284, 166, 24),
  worker({
    hip: [140, 208],
    neck: [164, 150],
    tilt: 4,
    farArm: { elbow: [206, 216], wrist: [236, 226], hand: "flat" },
    nearArm: { elbow: [196, 206], wrist: [242, 176], hand: "grip", turn: -10 },
    nearLeg: { knee: [128, 234], ankle: [108, 256] },
    farLeg: { knee: [166, 234], ankle: [172, 256] },
  }),
  tube("154,116 158,150 184,190 216,200 250,190 270,168", 4, C.orange),
  dot(276, 166, 13, C.metal, 13, true) + dot(276, 166, 6, C.white),
  place(toolbox, 52, 290, 0, 1.2),
];

/** Henry lies over a hole in the floor: his flashlight finds the leak below the boards. */
const search = [
  room(C.wall, C.tan, 158),
  windowAt(368, 30, 76, 64),
  band(158, 320, C.night),
  flat("-6,276! 120,268! 300,276! 486,268! 486,326! -6,326!", C.bark) +
    line("-6,276 120,268 300,276 486,268"),
  lightCone(246, 186, 420, 236, 48),
  tube("-6,222! 486,222!", 12),
  line("404,208! 396,220! 408,226! 400,238!", 5, C.orange),
  drop(402, 252, 8, C.water) + puddle(402, 276, 50),
  [18, 346, 438].map((x) => block(x, 170, 24, 40, C.belt, 3.4)).join(""),
  block(-6, 158, 154, 18, C.tan) + block(330, 158, 160, 18, C.tan),
  shape("338,158! 352,158! 400,92! 388,86!", C.tan) +
    shape("362,158! 376,158! 424,92! 412,86!", C.tan),
  worker({
    hip: [64, 130],
    neck: [128, 112],
    tilt: 46,
    farArm: { elbow: [160, 150], wrist: [198, 180], held: props.flashlight, turn: -110 },
    nearArm: { elbow: [96, 138], wrist: [124, 152], hand: "flat" },
    nearLeg: { knee: [16, 142], ankle: [-30, 142], toes: 84 },
    farLeg: { knee: [20, 138], ankle: [-30, 136], toes: 84 },
  }),
];

export const pageResourceScenes = {
  resources,
  "guides-tips": guidesTips,
  "tools-calculators": tools,
  "articles-quizzes": articles,
  "support-faqs": support,
  quiz,
  search,
};
