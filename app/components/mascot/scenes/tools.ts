import { C, dot, dots, line, shade, shape } from "../ink.ts";
import * as props from "../parts/props.ts";
import { disc, flake, rules, tube } from "../repair-parts/kit.ts";
import { bulb, calculator, checkMarks, coin, toPoints } from "../small-objects.ts";
import { place, rays, windowAt } from "./objects.ts";
import { band, block, room } from "./settings.ts";
import { articleScenes } from "./tools-articles.ts";
import { facingLeft, worker, workingHand } from "./worker.ts";

/** A felt pen in a hand's coordinates. */
const marker =
  shape("-34,-28! 34,-28! 50,-24! 50,-16! 34,-12! -34,-12!", C.green) +
  shape("50,-24! 62,-20! 50,-16!", C.ink, 2);

/** A floor plan, a calculator, samples and money on a table; a pencil adds it all up. */
const projectCostEstimator = [
  band(0, 320, C.tan),
  rules("0,70 480,66|0,250 480,254", 2.4, C.belt),
  place(
    block(-150, -96, 300, 192, C.petrol) +
      line(
        "-128,-74! 128,-74! 128,74! -128,74! -128,-74!|-20,-74! -20,-20!|-20,10! -20,74!|-128,0! -66,0!|-20,10! 60,10!|96,10! 128,10!",
        4,
        C.white,
      ) +
      line("-66,0! -66,-40! -42,-36 -28,-18 -26,0!|60,10! 60,44! 82,42 94,28 96,10!", 2.6, C.white),
    176,
    160,
    -7,
  ),
  place(
    calculator(C.orange) +
      line(
        "-25,-124! -13,-124! -13,-115! -25,-115! -25,-106! -13,-106!|-6,-124! -6,-115! 6,-115!|6,-124! 6,-106!|13,-124! 25,-124! 25,-106! 13,-106! 13,-124!",
        3,
      ),
    392,
    244,
    6,
    1.25,
  ),
  coin(60, 236, 24) + coin(104, 252, 24),
  workingHand({ elbow: [296, 372], wrist: [246, 246], held: props.pencil, turn: -10, scale: 1.3 }),
];

/** Henry checks off a job on a wall calendar with the four seasons. */
const maintenanceSchedulePlanner = [
  room(C.wall, C.belt, 284),
  block(24, 56, 268, 206, C.white),
  block(24, 50, 268, 26, C.orange),
  rules("64,40 64,62|116,40 116,62|200,40 200,62|252,40 252,62", 7),
  block(34, 84, 120, 82, C.grass, 3),
  block(160, 84, 122, 82, C.pale, 3),
  block(34, 172, 120, 82, C.dusk, 3),
  block(160, 172, 122, 82, C.sky, 3),
  line("72,158! 72,124!|72,148 88,136", 4, C.green),
  dots(toPoints("72,100 84,110 79,124 65,124 60,110"), 10, 10, C.white),
  dot(72, 113, 8, C.sun),
  rays(200, 125, 25, C.orange, 8) + disc(200, 125, 20, C.sun, 3),
  shape("60,242! 54,226 62,206 80,190 96,184! 98,206 92,226 74,236", C.orange, 3) +
    line("52,250 66,232 88,200", 3),
  flake(198, 213, 32, C.petrol),
  [98, 132].map((y) => [120, 248].map((x) => block(x, y, 22, 22, C.white, 3)).join("")).join(""),
  [186, 220].map((y) => [120, 248].map((x) => block(x, y, 22, 22, C.white, 3)).join("")).join(""),
  checkMarks("131,108 131,142 259,108", 5),
  line("252,142! 258,150! 266,138!", 5, C.green),
  facingLeft(
    worker({
      hip: [360, 216],
      neck: [376, 158],
      mood: "happy",
      nearArm: { elbow: [412, 202], wrist: [446, 168], held: marker, turn: -46 },
      farArm: { elbow: [396, 206], wrist: [408, 238], hand: "rest" },
      nearLeg: { knee: [350, 252], ankle: [340, 286] },
      farLeg: { knee: [380, 250], ankle: [390, 286] },
    }),
    372,
  ),
];

/** A coin for a piggy bank with a plug for a tail, beside a bright bulb on a winter night. */
const energySavingsCalculator = [
  band(0, 320, C.night),
  windowAt(40, 34, 132, 132, C.deep),
  dots(toPoints("60,60 84,90 62,120 90,142 122,56 150,80 128,112 152,140"), 4, 4, C.white),
  rays(402, 162, 68, C.sun, 10),
  block(-6, 258, 492, 70, C.belt),
  place(bulb, 402, 258, 0, 1.5),
  tube("146,196 112,190 98,206 112,222 126,206 112,178 84,186 76,212", 6, C.coral),
  line("66,232! 66,256!|84,232! 84,256!", 8) + line("66,232! 66,254!|84,232! 84,254!", 3, C.metal),
  shape("56,214! 94,214! 92,236! 58,236!", C.cream),
  shape("180,236! 214,240! 212,262! 184,262!|270,240! 306,234! 304,262! 276,262!", C.tan),
  shape(
    "144,196 152,154 190,128 240,122 290,136 316,170 318,208 296,238 250,252 200,250 162,234",
    C.coral,
  ),
  shade("148,212 190,232 250,236 316,212 296,238 250,252 200,250 162,234"),
  shape("262,136! 272,100 290,104 306,140!", C.tan),
  shape("310,170 330,168 340,182 338,204 326,212 308,206", C.skin),
  dots(toPoints("321,186 331,187"), 3, 4),
  dot(294, 170, 5, C.ink, 7),
  line("296,208 308,214 316,208", 3),
  line("206,128! 252,124!", 8),
  coin(228, 92, 26),
  workingHand({ elbow: [330, -60], wrist: [266, 56], hand: "hold", turn: 30, scale: 1.2 }),
];

export const toolScenes = {
  "project-cost-estimator": projectCostEstimator,
  "maintenance-schedule-planner": maintenanceSchedulePlanner,
  "energy-savings-calculator": energySavingsCalculator,
  ...articleScenes,
};
