import { C, dot, group, line, shade, shape, strokes } from "../ink.ts";
import { limb } from "../parts/limb.ts";
import type { Point } from "../path.ts";
import { disc, rules } from "../repair-parts/kit.ts";
import { place } from "./objects.ts";
import {
  drawHand,
  facingLeft,
  type Worker,
  type WorkerArm,
  type WorkerLeg,
  worker,
} from "./worker.ts";

/** What workers wear, and Henry on the ground. */

/** Henry with the ground under him at y = 0 of his own coordinates, which begin at (x, y). */
export const henry = (x: number, y: number, options: Worker, scale = 0.85) =>
  place(worker(options), x, y, 0, scale);

/** The same, but he faces left: his own x is mirrored. */
export const henryLeft = (x: number, y: number, options: Worker, scale = 0.85) =>
  facingLeft(henry(x, y, options, scale), x);

/** Safety goggles, in the coordinates of the head: its neck is at (0, 0), it looks to the right. */
export const goggles =
  line("8,-41! -26,-45!", 4) +
  shape("6,-52 32,-53 34,-44 30,-32 10,-32 5,-42", C.sky, 3.4) +
  strokes("14,-37 21,-47 0", 2, C.white) +
  dot(23, -41, 3, C.ink, 4);

/** Goggles and a respirator over nose and mouth, in the coordinates of the head. */
export const respirator =
  goggles +
  line("12,-26! -26,-34!|10,-14! -20,-14!", 4) +
  shape("6,-26 22,-33 40,-30 46,-17 34,0 14,0 4,-12", C.deep, 3.4) +
  disc(21, -12, 11, C.orange, 3.4) +
  rules("15,-15 28,-15|15,-9 28,-9", 2.6);

/** A hard hat. */
export const hardHat =
  shape(
    "-36,-50! -38,-72 -22,-96 2,-102 26,-94 40,-72 40,-58 62,-50 62,-44! 20,-50 -14,-48!",
    C.orange,
  ) + line("-4,-100 -10,-80 -8,-50|16,-98 16,-74 20,-52", 3);

/** A helmet with ear muffs and safety glasses, in the coordinates of the head. */
export const helmet =
  hardHat +
  goggles +
  line("-8,-48! -10,-66!", 7) +
  dot(-12, -36, 13, C.sun, 15, true) +
  dot(-12, -36, 6, C.amber, 8);

/** The hooded head with goggles and a respirator, the base of the neck at (0, 0). */
const hoodedHead =
  shape("-20,8 -33,-20 -34,-52 -18,-80 6,-86 26,-74 32,-52 30,-20 20,-2 8,10", C.white) +
  shade("-20,8 -33,-20 -34,-52 -18,-80 -6,-84 -20,-52 -16,-18 -4,8") +
  shape("2,-62 14,-70 30,-64! 34,-50 34,-26! 22,-10 6,-14 -2,-36", C.skin, 3.4) +
  line("-32,-46! 4,-46!", 7, C.petrol) +
  shape("2,-60! 34,-62! 40,-52 38,-38! 4,-36! -1,-48", C.petrol, 3.4) +
  shape("8,-55! 31,-56! 34,-50 33,-43! 9,-42!", C.sky, 2.4) +
  dot(22, -49, 3, C.ink, 4) +
  shape("6,-32! 28,-36! 42,-26 42,-12 30,-4 10,-8", C.deep, 3.4) +
  disc(22, -14, 12, C.orange, 3.4) +
  rules("15,-17 29,-17|15,-11 29,-11", 2.6);

function suitLeg(hip: Point, { knee, ankle, toes = 0 }: WorkerLeg, isFar: boolean): string {
  const pants = limb(hip, knee, ankle, [19, 16, 14]);
  const boot = shape("-13,-10! 13,-10! 13,0 26,6 30,13 28,17! -13,17!", C.petrol, 3.6);
  return (
    group(boot, `translate(${ankle[0]} ${ankle[1]})${toes ? ` rotate(${toes})` : ""}`) +
    pants.tube(0, 1, 0, isFar ? C.mist : C.white)
  );
}

function suitArm(shoulder: Point, options: WorkerArm, gloves: string, isFar: boolean): string {
  const { elbow, wrist, turn = 0, flip = false } = options;
  const sleeve = limb(shoulder, elbow, wrist, [15, 14, 10]);
  return (
    group(
      `<g stroke-width="6">${drawHand(options, gloves)}</g>`,
      `translate(${wrist[0]} ${wrist[1]}) rotate(${Math.round(sleeve.angle + turn)}) scale(${flip ? "-.62 .62" : ".62"})`,
    ) +
    sleeve.tube(0, 0.94, 0, isFar ? C.mist : C.white) +
    sleeve.band(0.86, 9, 1, gloves)
  );
}

/** A worker in a protective suit, seen from the side: the same joints as `worker`. */
export function suitedWorker(options: Worker): string {
  const { hip, neck, tilt = 0, nearArm, farArm, nearLeg, farLeg, gloves = C.sun } = options;
  const [hx, hy] = hip;
  const [nx, ny] = neck;
  const shoulder: Point = [Math.round(hx + (nx - hx) * 0.84), Math.round(hy + (ny - hy) * 0.84)];
  const torso = limb(neck, [(hx + nx) / 2 - 3, (hy + ny) / 2], [hx, hy + 10], [22, 32, 30]);
  return (
    (farArm ? suitArm([shoulder[0] + 8, shoulder[1]], farArm, gloves, true) : "") +
    suitLeg([hx + 6, hy], farLeg, true) +
    suitLeg([hx - 4, hy], nearLeg, false) +
    torso.tube(0, 1, 0, C.white) +
    torso.shade(0.1, 1) +
    line(`${nx + 14},${ny + 10} ${(hx + nx) / 2 + 20},${(hy + ny) / 2} ${hx + 18},${hy - 4}`, 2.6) +
    group(hoodedHead, `translate(${nx} ${ny})${tilt ? ` rotate(${tilt})` : ""}`) +
    suitArm(shoulder, nearArm, gloves, false)
  );
}
