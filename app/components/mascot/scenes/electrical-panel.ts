import { C, dot, dots, flat, line, shape } from "../ink.ts";
import { disc, repeat, rounded, rules, tube } from "../repair-parts/kit.ts";
import { toPoints } from "../small-objects.ts";
import { aim } from "./aim.ts";
import { place, toolbox } from "./objects.ts";
import { goggles } from "./people.ts";
import { block, room } from "./settings.ts";
import { worker } from "./worker.ts";

/** A triangle with a lightning bolt, its middle at (0, 0). */
const highVoltageSign =
  shape("0,-30! 30,24! -30,24!", C.sun, 3.6) +
  shape("5,-12! -8,7! 0,7! -5,19! 9,2! 1,2!", C.ink, 2);

/** A probe of a tester in a hand's coordinates, its tip to the right. */
const probe =
  rules("40,-20 112,-20", 9) +
  rules("44,-20 110,-20", 4, C.metal) +
  shape("-40,-28! 30,-29! 44,-23! 44,-17! 30,-11! -40,-12!", C.sun, 5) +
  rules("26,-34 26,-6", 6);

/** The tester: a dial, a display and two sockets. */
const meter =
  rounded(0, 0, 44, 68, 7, C.sun) +
  block(8, 8, 28, 15, C.mist, 3) +
  disc(22, 40, 11, C.ink, 3) +
  rules("22,40 22,32", 3, C.white) +
  dots(toPoints("13,60 31,60"), 3.4, 3.4);

/** The breaker that burned, in a hand's coordinates. */
const burntBreaker =
  block(-36, -64, 74, 40, C.petrol, 6) +
  flat("38,-62! 38,-26! 12,-26 18,-38 4,-46 14,-56", C.ink) +
  rules("-18,-44 -4,-44", 12, C.mist);

/** Circuit breakers in two columns below a main switch that is off; one slot is empty and burnt. */
const breakers =
  block(284, 58, 78, 26, C.ink, 3) +
  block(290, 62, 22, 18, C.orange, 2.6) +
  disc(328, 71, 5, "none", 2.4).replace("/>", ` stroke="${C.mist}"/>`) +
  rules("348,65 348,77", 3, C.mist) +
  [96, 124, 152, 180, 208]
    .flatMap((y) => [block(286, y, 36, 20, C.petrol, 3), block(324, y, 36, 20, C.petrol, 3)])
    .join("") +
  repeat([297, 106, 303, 106], [0, 28], 5, 10, C.mist) +
  repeat([343, 106, 349, 106], [0, 28], 5, 10, C.mist) +
  block(284, 150, 39, 25, C.ink, 3) +
  flat(
    "272,148 284,142 306,145 322,140 334,150 328,162 338,172 322,184 300,179 280,186 274,170",
    C.ink,
    ".55",
  ) +
  rules("292,158 292,168|312,158 312,168", 4, C.amber);

/** A padlock that keeps the main switch off, with its tag. */
const lockout =
  line("296,84! 296,92!|308,84! 308,92!", 4) +
  rounded(289, 90, 26, 20, 4, C.orange, 3.4) +
  dot(302, 100, 3, C.ink);

/** Main switch off, Henry in insulating gloves measures at the slot of a burnt breaker. */
export const electrician = [
  room(C.wall, C.stone, 284),
  tube("292,0! 292,44!|350,0! 350,44!", 12),
  block(236, 40, 172, 222, C.metal),
  block(248, 52, 148, 198, C.mist, 3.4),
  line(
    "258,60! 258,96 268,106 288,106!|386,60! 386,96 374,106 358,106!|258,240! 258,206 268,190 288,190!|386,240! 386,212 376,190 358,190!",
    5,
    C.amber,
  ),
  line(
    "270,60! 270,124 276,134 290,134!|374,60! 374,124 368,134 356,134!|374,240! 374,180 368,162 356,162!|270,240! 270,228 276,218 288,218!",
    5,
    C.petrol,
  ),
  breakers,
  lockout,
  shape("408,40! 470,22! 470,284! 408,262!", C.metal),
  shape("416,50! 462,37! 462,268! 416,252!", C.mist, 3),
  place(highVoltageSign, 438, 120, -10, 0.9),
  rules("424,170 454,170|424,186 454,187|424,202 454,204|424,218 454,221", 3, C.metal),
  place(toolbox, 330, 306, 0, 1.1),
  line("218,272 214,296 184,290 176,232 186,202", 4, C.orange),
  line("232,272 240,296 270,290 300,244", 4),
  rules("296,252 304,236", 9, C.orange),
  place(meter, 204, 206),
  worker({
    hip: [104, 234],
    neck: [122, 174],
    tilt: 2,
    gloves: C.orange,
    headgear: goggles,
    nearArm: aim({ elbow: [148, 224], wrist: [204, 186], held: probe }, -12),
    farArm: { elbow: [176, 164], wrist: [198, 118], hand: "hold", held: burntBreaker, turn: -14 },
    nearLeg: { knee: [92, 262], ankle: [78, 300] },
    farLeg: { knee: [128, 262], ankle: [126, 300] },
  }),
];
