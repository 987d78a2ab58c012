import { C, dot, flat, line, shade, shape, strokes } from "../ink.ts";
import { place } from "./objects.ts";
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

/** Henry leans on a flange plunger; the toilet, cut open, shows the paper in its drain. */
const cloggedToilets = [
  bathroom(C.pale),
  block(18, 20, 74, 60, C.night) + line("55,20! 55,80!|18,50! 92,50!", 5),
  dot(40, 36, 6, C.pale),
  block(424, 130, 12, 40, C.metal, 3) +
    shape("430,140! 470,140! 470,176! 430,176!", C.white, 3.4) +
    shape("432,176! 452,176! 452,214! 432,212!", C.white, 3.4),
  place(toilet, 340, 300),
  // The bowl and its trap, cut open.
  shape("300,236! 392,236! 390,300! 296,300! 304,268!", C.white),
  shape("236,188! 258,188! 262,202! 238,202!|358,188! 380,188! 378,202! 360,202!", C.white),
  shape("254,202! 364,202! 356,222 336,240 328,252! 292,252! 268,236", C.cream, 3.4),
  flat("262,212! 359,212! 352,224 334,240 326,250! 294,250! 272,236", C.water),
  line("310,252 314,276 332,280 342,266 348,252 360,250 368,262 370,298!", 24) +
    line("310,246 314,276 332,280 342,266 348,252 360,250 368,262 370,296!", 16, C.water),
  shape("318,272 326,258 342,258 354,266 350,282 334,290 320,284", C.cream, 3) +
    strokes("326,268 342,268 3|330,278 342,276 -2", 2.4),
  line("310,64! 310,200!", 13) + line("310,64! 310,200!", 6, C.sun),
  shape("298,228! 322,228! 318,250! 302,250!", C.coral, 3.4),
  shape("282,232! 284,212 296,198 324,198 336,212 338,232!", C.orange),
  worker({
    hip: [152, 224],
    neck: [186, 172],
    tilt: 6,
    mood: "worried",
    gloves: C.orange,
    nearArm: { elbow: [236, 204], wrist: [296, 138], turn: 40 },
    farArm: { elbow: [252, 176], wrist: [302, 100], turn: 40 },
    nearLeg: { knee: [180, 264], ankle: [166, 298] },
    farLeg: { knee: [132, 264], ankle: [100, 294], toes: 8 },
  }),
];

export const articleScenes = { "clogged-toilets": cloggedToilets };
