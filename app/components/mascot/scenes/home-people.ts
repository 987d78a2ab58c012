import { C, dot, dots, flat, group, line, shade, shape, strokes } from "../ink.ts";
import { type Arm, arm } from "../parts/arms.ts";
import { legs, neck, overalls, shirt } from "../parts/body.ts";
import { type Hand, hands } from "../parts/hands.ts";
import { type Expression, head } from "../parts/head.ts";
import { limb } from "../parts/limb.ts";
import type { Point } from "../path.ts";
import type { Look } from "./home-looks.ts";
import { toolbox } from "./objects.ts";

/**
 * People of the home page, seen from the front, with the base of the neck at (0, 0): a head is 90
 * units tall, the whole figure 330.
 */

type PersonMood = "happy" | "worried" | "curious" | "cold";

const brows: Record<PersonMood, readonly [number, number]> = {
  happy: [-54, -54],
  worried: [-50, -57],
  curious: [-56, -54],
  cold: [-49, -56],
};

/** The head, turned to the left or right by `glance` (-1 to 1). */
export function personHead(look: Look, mood: PersonMood, glance = 0): string {
  const s = Math.round(glance * 8);
  const side = glance < 0 ? -1 : 1;
  const [outer, inner] = brows[mood];
  const mouths: Record<PersonMood, string> = {
    happy:
      shape(`${s - 15},-23! ${s},-20 ${s + 15},-23! ${s + 9},-12 ${s},-9 ${s - 9},-12`, C.deep, 3) +
      flat(`${s - 11},-21! ${s},-18.5 ${s + 11},-21! ${s + 8},-17 ${s - 8},-17`, C.white),
    worried: line(`${s - 12},-14 ${s - 5},-19 ${s + 5},-19 ${s + 12},-14`, 3.4),
    curious: line(`${s - 9},-16 ${s},-18 ${s + 9},-21`, 3.4),
    cold:
      shape(
        `${s - 14},-22 ${s},-24 ${s + 14},-22 ${s + 14},-13 ${s},-11 ${s - 14},-13`,
        C.white,
        3,
      ) + line(`${s - 14},-17 ${s - 7},-19 ${s},-16 ${s + 7},-19 ${s + 14},-17`, 2.4),
  };
  const ears = [-1, 1].map((end) =>
    shape(`${end * 33},-50 ${end * 42},-52 ${end * 43},-40 ${end * 34},-32`, look.skin, 3.4),
  );
  return (
    ears.join("") +
    shape(
      "-35,-60! -36,-44 -32,-22 -18,-6 0,-1 18,-6 32,-22 36,-44 35,-60! 28,-86 0,-94 -28,-86",
      look.skin,
    ) +
    flat(
      `${s - 29},-30 ${s - 21},-34 ${s - 14},-30 ${s - 21},-26|${s + 14},-30 ${s + 21},-34 ${s + 29},-30 ${s + 21},-26`,
      C.coral,
      ".7",
    ) +
    dots(
      [
        [s - 14, -42],
        [s + 14, -42],
      ],
      3.8,
      5.4,
    ) +
    strokes(
      `${s - 22},${outer} ${s - 8},${inner} 2|${s + 8},${inner} ${s + 22},${outer} 2`,
      4,
      look.skin === C.belt ? undefined : C.bark,
    ) +
    line(`${s},-36 ${s + 6 * side},-29 ${s},-27`, 3) +
    mouths[mood] +
    look.hair.front
  );
}

type PersonArm = {
  elbow: Point;
  wrist: Point;
  hand?: Hand;
  turn?: number;
  flip?: boolean;
  held?: string;
};

function personArm(look: Look, x: number, options: PersonArm): string {
  const { elbow, wrist, hand = "rest", turn = 0, flip = false, held = "" } = options;
  const bent = limb([x, 27], elbow, wrist, [14, 13, 8.5]);
  const grip = hands[hand];
  const skin = (content: string) => content.replaceAll(C.skin, look.skin);
  return (
    bent.tube(0.7, 1, -1, look.skin) +
    (turn ? dot(wrist[0], wrist[1], 7, look.skin) : "") +
    group(
      `<g stroke-width="6">${skin(grip.below)}${held}${skin(grip.above)}</g>`,
      `translate(${wrist[0]} ${wrist[1]}) rotate(${Math.round(bent.angle + turn)}) scale(${flip ? "-.64 .64" : ".64"})`,
    ) +
    bent.tube(0, 0.84, 1, look.top) +
    bent.band(0.78, 7, 2.5, look.top)
  );
}

const personLegs = (look: Look) =>
  [-1, 1]
    .map(
      (side) =>
        shape(
          `${side * 8},222! ${side * 36},222! ${side * 46},236 ${side * 44},243! ${side * 6},243!`,
          C.belt,
          3.6,
        ) +
        limb([side * 19, 124], [side * 21, 178], [side * 22, 226], [21, 17, 14]).tube(
          0,
          1,
          0,
          look.pants,
        ),
    )
    .join("");

/** A person to the waist, or with legs. The arms are in front of the body. */
export function person(
  look: Look,
  options: {
    left: PersonArm;
    right: PersonArm;
    mood?: PersonMood;
    glance?: number;
    tilt?: number;
    hasLegs?: boolean;
  },
): string {
  const { left, right, mood = "happy", glance = 0, tilt = 0, hasLegs = false } = options;
  const turned = (content: string) => (tilt ? group(content, `rotate(${tilt})`) : content);
  return (
    (hasLegs ? personLegs(look) : "") +
    turned(look.hair.back) +
    shape("-11,-14! -11,2 0,14 11,2 11,-14!", look.skin, 3.4) +
    shape(
      "-12,0! -32,8 -43,22 -45,60 -41,100 -41,134! 41,134! 41,100 45,60 43,22 32,8 12,0! 0,10",
      look.top,
    ) +
    shade("43,22 45,60 41,100 41,134! 26,134! 30,90 28,50") +
    look.clothes +
    turned(personHead(look, mood, glance)) +
    personArm(look, -32, left) +
    personArm(look, 32, right)
  );
}

/** A toolbox that hangs from a hand that points straight down, in the coordinates of the hand. */
export const carriedToolbox = (scale: number): string =>
  group(toolbox, `rotate(180) translate(0 ${Math.round(20 + 44 * scale)}) scale(${scale})`);

/** Multiplies the line widths of a drawing that will be scaled down. */
export const thicken = (content: string, factor: number): string =>
  content.replace(
    /stroke-width="([\d.]+)"/g,
    (_, width: string) => `stroke-width="${Math.round(Number(width) * factor * 10) / 10}"`,
  );

/**
 * Henry from the front in the units of `poses.ts` (400 by 480, neck at (200, 205), boots down to 460),
 * as two parts so that an arm can move. `right` is the viewer's.
 */
export function frontHenry(options: {
  face: Expression;
  tilt: number;
  left: Arm;
  right: Arm;
  hasLegs?: boolean;
}): { rightForearm: string; body: string; rightSleeve: string } {
  const [left, right] = [arm("left", options.left), arm("right", options.right)];
  return {
    rightSleeve: right.sleeve,
    rightForearm: right.forearm,
    body:
      left.sleeve +
      left.forearm +
      (options.hasLegs
        ? legs(
            { knee: [162, 398], ankle: [158, 436], toes: 0 },
            { knee: [239, 398], ankle: [243, 436], toes: 0 },
          )
        : "") +
      neck +
      shirt +
      overalls +
      head(options.face, options.tilt),
  };
}
