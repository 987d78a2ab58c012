import { C, dot, flat, line, shape, strokes } from "../../../app/components/mascot/ink.ts";
import { figures } from "../../../app/components/mascot/poses.ts";
import { rounded } from "../../../app/components/mascot/repair-parts/kit.ts";
import { bush, place, tree } from "../../../app/components/mascot/scenes/objects.ts";
import { home } from "../../../app/components/mascot/scenes/page-people.ts";
import { band } from "../../../app/components/mascot/scenes/settings.ts";
import { buildHenryParts, placeHenry } from "../figures.ts";
import { blinking, glide, moved, sway, turned } from "../motion.ts";

/**
 * Henry waves beside a phone. The site shows its number as text below this picture: it is a setting,
 * and pixels could not follow it. The shot begins and ends with the same picture, the still.
 */

const WAVE = { from: 0, to: 1.6 };

const street =
  band(-6, 280, C.sky) +
  flat("216,100! 224,88 240,88 252,76 270,78 280,88 296,90 302,100!", C.white, ".8") +
  place(tree(26, C.leaf), 30, 200) +
  place(home(C.cream, C.brick), 92, 206, 0, 0.8) +
  place(home(C.pale, C.petrol), 428, 206, 0, 0.86) +
  place(tree(22, C.green), 356, 202) +
  flat("-6,198! 486,198! 486,280! -6,280!", C.grass) +
  line("-6,198 120,197 280,199 486,198") +
  bush(60, 216, 12, C.green) +
  flat("-6,222! 486,222! 486,280! -6,280!", C.stone) +
  line("-6,222 160,221 320,223 486,222", 3);

const receiver = shape(
  "-40,20 -44,2 -36,-14 -22,-16 -14,-2! 14,-2! 22,-16 36,-14 44,2 40,20 20,28 -20,28",
  C.cream,
);

/** A phone that stands on (0, 0), 178 tall; on its screen the sign for a call. */
const phone =
  rounded(-56, -178, 112, 180, 18, C.deep) +
  rounded(-44, -162, 88, 142, 6, C.orange) +
  place(receiver, 0, -96, -38, 0.92) +
  dot(0, -8, 5, C.metal);

const rings = strokes(
  "-72,-150 -84,-118 -8|-88,-164 -106,-112 -12|72,-150 84,-118 8|88,-164 106,-112 12",
  5,
  C.orange,
);

export function drawNumber(t: number): string {
  const { from, to } = WAVE;
  const { body, left, right } = buildHenryParts({
    ...figures.wave,
    face: t > from && t < to ? blinking(t + 1.1) : "happy",
    tilt: 3 - 5 * (glide(t, from, 0.4) - glide(t, to - 0.5, to)),
    turn: 15 * sway(t, 1.5, from, to),
    hasLegs: true,
  });
  const henry = left.sleeve + left.forearm + right.sleeve + right.forearm + body;
  return [
    street,
    turned(moved(phone, 196, 258), 2 * sway(t, 3, from, 0.9), 196, 258),
    moved(rings, 196, 258),
    placeHenry(henry, 342, 150, 0.45),
  ].join("");
}
