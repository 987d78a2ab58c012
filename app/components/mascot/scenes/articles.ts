import { C, dot, line, shade, shape, strokes } from "../ink.ts";
import { rules } from "../repair-parts/kit.ts";
import { drop, place, puddle } from "./objects.ts";
import { bathroom, block } from "./settings.ts";
import { worker } from "./worker.ts";

/** Pictures of advertorials. */

/** A toilet seen from the side, facing left, its foot at (0, 0). */
const toilet =
  block(20, -210, 68, 96, C.white) +
  shade("70,-208! 88,-208! 88,-114! 66,-114!") +
  block(12, -228, 84, 20, C.white) +
  line("32,-190! 52,-190!", 8) +
  shape("-34,-62! 38,-62! 34,0! -40,0! -34,-32", C.white) +
  shape("-96,-102! 42,-102! 38,-68 10,-48 -36,-46 -80,-68", C.white) +
  shade("42,-102! 38,-68 10,-48 -36,-46 -10,-60 20,-76 26,-102!");

/** The water runs over the rim, and Henry leans on a plunger. */
const cloggedToilets = [
  bathroom(C.pale),
  block(18, 20, 74, 60, C.night) + line("55,20! 55,80!|18,50! 92,50!", 5),
  dot(40, 36, 6, C.pale),
  block(424, 130, 12, 40, C.metal, 3) +
    shape("430,140! 470,140! 470,176! 430,176!", C.white, 3.4) +
    shape("432,176! 452,176! 452,214! 432,212!", C.white, 3.4),
  puddle(206, 296, 200),
  place(toilet, 340, 300),
  shape("238,188! 376,188! 378,200! 236,200!", C.white),
  shape(
    "246,190! 250,176 270,170 300,176 340,170 364,178 368,190! 264,192 258,214 262,250 250,290 224,292 232,240 230,206 236,192!",
    C.water,
  ),
  strokes("244,204 240,270 3|262,180 300,182 2|318,180 346,178 -2", 3, C.white),
  drop(212, 226, 8, C.water) + drop(224, 168, 7, C.water),
  line("290,64! 290,168!", 13) + line("290,64! 290,168!", 6, C.sun),
  shape("268,180! 270,162 282,154 298,154 310,162 312,180!", C.orange),
  worker({
    hip: [132, 224],
    neck: [166, 172],
    tilt: 6,
    mood: "worried",
    gloves: C.orange,
    rubberBoots: C.sun,
    nearArm: { elbow: [216, 204], wrist: [276, 138], turn: 40 },
    farArm: { elbow: [232, 176], wrist: [282, 100], turn: 40 },
    nearLeg: { knee: [160, 264], ankle: [146, 298] },
    farLeg: { knee: [112, 264], ankle: [80, 294], toes: 8 },
  }),
  rules("60,306 96,306|300,312 350,312", 3, C.white),
];

export const articleScenes = { "clogged-toilets": cloggedToilets };
