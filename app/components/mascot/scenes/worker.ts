import { C, dot, flat, group, line, shade, shape, strokes } from "../ink.ts";
import { type Hand, hands } from "../parts/hands.ts";
import { limb } from "../parts/limb.ts";
import type { Point } from "../path.ts";

/**
 * Henry at work, seen from the side: he faces right, about 185 units tall when he stands. Every
 * joint is a point of the scene, so that he kneels, climbs, reaches or lies wherever the job is.
 */

/** What the face does. */
export type Mood = "happy" | "busy" | "worried";

/**
 * `held` is drawn under the fingers, in the hand's own coordinates: wrist at (0, 0), fingers
 * towards
 * -y, a handle along x near y = -20 (see `parts/props.ts`). `turn` turns the hand at the wrist.
 */
export type WorkerArm = {
  elbow: Point;
  wrist: Point;
  hand?: Hand;
  turn?: number;
  flip?: boolean;
  held?: string;
};

/** `toes`: degrees that the boot is turned, 0 = flat, toes to the right. */
export type WorkerLeg = { knee: Point; ankle: Point; toes?: number };

export type Worker = {
  hip: Point;
  /** Base of the neck, 58 to 64 units from the hip. */
  neck: Point;
  /** Degrees that the head is turned: negative looks up. */
  tilt?: number;
  mood?: Mood;
  nearArm: WorkerArm;
  farArm?: WorkerArm;
  nearLeg: WorkerLeg;
  farLeg: WorkerLeg;
  /** Color of work gloves. */
  gloves?: string;
  /** Color of rubber boots up to the knee. */
  rubberBoots?: string;
  /** Worn on the head, in its coordinates (see `people.ts`): goggles, a respirator, a helmet. */
  headgear?: string;
  /** Straps against a fall; `getHarnessRing` is where the rope is tied. */
  hasHarness?: boolean;
};

const eyes: Record<Mood, string> = {
  happy: dot(16, -40, 3, C.ink, 4.4) + strokes("9,-49 23,-49 2", 3.6, C.bark),
  busy: dot(18, -38, 3, C.ink, 4.2) + strokes("10,-45 24,-46 1", 3.6, C.bark),
  worried: dot(16, -40, 3, C.ink, 4.4) + strokes("8,-46 22,-51 2", 3.6, C.bark),
};
const mouths: Record<Mood, string> = {
  happy:
    shape("7,-22! 16,-19 28,-22! 25,-12 17,-8 10,-13", C.deep, 2.6) +
    flat("10,-20! 17,-18 26,-20! 24,-16 12,-16", C.white),
  busy: line("14,-16 21,-13 28,-17", 3),
  worried: shape("14,-15 18,-20 26,-19 27,-14 20,-12", C.white, 2.4),
};

/** The head with the base of the neck at (0, 0). */
const head = (mood: Mood) =>
  shape("-12,4! -13,-14! 8,-12! 9,4!", C.skin, 3.4) +
  shape("-48,-44! -51,-38! -27,-26! -24,-33!", C.sun, 2.6) +
  shape(
    "-25,-52! -26,-30 -18,-14 -2,-4 14,-3 26,-8 29,-18 28,-24 36,-22 41,-29 36,-36 30,-37 30,-52!",
    C.skin,
    3.6,
  ) +
  shade("-24,-34 -14,-14 2,-6 16,-5 24,-8 14,-2 -4,-4 -19,-14") +
  flat("-24,-52! -10,-52! -11,-40 -16,-30 -22,-27!", C.metal) +
  flat("2,-26 8,-29 13,-25 7,-22", C.coral, ".6") +
  shape("-16,-43 -7,-46 -4,-37 -8,-28 -15,-29 -19,-36", C.skin, 3) +
  strokes("-13,-39 -10,-33 2", 2) +
  eyes[mood] +
  mouths[mood] +
  strokes("33,-24 37,-26 -1", 2) +
  shape("-29,-48! -32,-66 -22,-86 0,-92 22,-84 33,-66 33,-50! 12,-54 -10,-53", C.petrol, 3.8) +
  shade("-29,-48! -32,-66 -22,-86 -16,-88 -22,-70 -19,-51!") +
  shape("-5,-91 1,-96 7,-91", C.orange, 2.6) +
  shape("6,-79 20,-78 28,-70 28,-60 14,-60 4,-63 2,-72", C.cream, 2.6) +
  line("10,-75! 11,-64!|21,-73! 22,-63!|11,-69! 21,-68!", 3.4, C.petrol) +
  shape("-2,-54! 14,-59 36,-57 56,-48 63,-41 58,-37 34,-43 10,-46 -2,-47!", C.orange, 3.6) +
  shade("63,-41 58,-37 34,-43 10,-46 34,-47");

function leg(hip: Point, options: WorkerLeg, isFar: boolean, rubberBoots?: string): string {
  const { knee, ankle, toes = 0 } = options;
  const pants = limb(hip, knee, ankle, [15, 13, 11]);
  const boot = group(
    shape("-10,-6! 10,-6! 12,2 24,7 27,14 25,17! -11,17!", rubberBoots ?? C.belt, 3.6) +
      line("-10,13! 25,13!", 2.2, C.bark),
    `translate(${ankle[0]} ${ankle[1]})${toes ? ` rotate(${toes})` : ""}`,
  );
  return (
    boot +
    pants.tube(0, 1, 0, isFar ? C.deep : C.petrol) +
    (rubberBoots
      ? pants.tube(0.5, 1, 2, rubberBoots) + pants.band(0.48, 7, 4, rubberBoots)
      : pants.band(0.87, 7, 2, isFar ? C.petrol : C.deep))
  );
}

/** A hand with what it holds, in its own coordinates; gloves leave the held thing as it is. */
export function drawHand({ hand = "grip", held = "" }: WorkerArm, gloves: string = C.skin): string {
  const { below, above } = hands[hand];
  return below.replaceAll(C.skin, gloves) + held + above.replaceAll(C.skin, gloves);
}

function arm(shoulder: Point, options: WorkerArm, isFar: boolean, gloves?: string): string {
  const { elbow, wrist, turn = 0, flip = false } = options;
  const bent = limb(shoulder, elbow, wrist, [12, 11, 7.5]);
  const fingers = group(
    `<g stroke-width="6">${drawHand(options, gloves)}</g>`,
    `translate(${wrist[0]} ${wrist[1]}) rotate(${Math.round(bent.angle + turn)}) scale(${flip ? "-.6 .6" : ".6"})`,
  );
  return (
    bent.tube(0.4, 1, 0, C.skin) +
    (turn ? dot(wrist[0], wrist[1], 6, gloves ?? C.skin) : "") +
    fingers +
    (gloves ? bent.tube(0.78, 1, 1.5, gloves) : "") +
    bent.tube(0, 0.44, 1.5, isFar ? C.amber : C.sun) +
    bent.band(0.4, 6, 3, C.pale)
  );
}

/** Where the rope of a harness is tied: between the shoulder blades. */
export const getHarnessRing = ({ hip, neck }: Pick<Worker, "hip" | "neck">): Point => {
  const length = Math.hypot(neck[0] - hip[0], neck[1] - hip[1]) || 1;
  const along = (from: number, to: number) => from + (to - from) * 0.74;
  return [
    Math.round(along(hip[0], neck[0]) - ((hip[1] - neck[1]) / length) * 25),
    Math.round(along(hip[1], neck[1]) - ((neck[0] - hip[0]) / length) * 25),
  ];
};

/** The whole figure, in the coordinates of its scene. */
export function worker(options: Worker): string {
  const { hip, neck, tilt = 0, mood = "busy", nearArm, farArm, nearLeg, farLeg } = options;
  const { gloves, rubberBoots, headgear = "", hasHarness = false } = options;
  const between = (t: number): Point => [
    Math.round(hip[0] + (neck[0] - hip[0]) * t),
    Math.round(hip[1] + (neck[1] - hip[1]) * t),
  ];
  const length = Math.hypot(neck[0] - hip[0], neck[1] - hip[1]) || 1;
  // Forward of the spine is to the right of its way up.
  const [fx, fy] = [(hip[1] - neck[1]) / length, (neck[0] - hip[0]) / length];
  const at = (t: number, forward: number): string => {
    const [x, y] = between(t);
    return `${Math.round(x + fx * forward)},${Math.round(y + fy * forward)}`;
  };
  const shoulder: Point = between(0.86);
  const torso =
    shape(
      `${at(-0.18, -22)} ${at(0.1, -27)} ${at(0.5, -24)} ${at(0.85, -20)} ${at(1.04, -9)}! ${at(1.04, 9)}! ${at(0.85, 19)} ${at(0.5, 27)} ${at(0.1, 28)} ${at(-0.18, 22)}`,
      C.sun,
    ) +
    shape(
      `${at(-0.2, -22)} ${at(0.1, -28)} ${at(0.42, -26)}! ${at(0.6, -8)} ${at(0.74, 12)}! ${at(0.76, 22)}! ${at(0.5, 27)} ${at(0.1, 28)} ${at(-0.2, 22)}`,
      C.petrol,
    ) +
    shade(
      `${at(-0.2, -22)} ${at(0.1, -28)} ${at(0.42, -26)}! ${at(0.46, -19)} ${at(0.1, -18)} ${at(-0.16, -12)}`,
    ) +
    line(`${at(0.48, -22)} ${at(0.8, -14)} ${at(1.02, -2)}|${at(0.74, 16)}! ${at(1.02, 3)}!`, 6) +
    shape(
      `${at(0.02, -28)}! ${at(0.16, -28)}! ${at(0.15, 29)}! ${at(0.01, 29)}!|${at(-0.16, -16)}! ${at(0.08, -20)}! ${at(0.08, 0)}! ${at(-0.2, 0)}!`,
      C.belt,
      3.4,
    );
  const straps = `${at(-0.1, -22)} ${at(0.3, -25)} ${at(0.74, -18)} ${at(1, -4)}|${at(-0.1, 22)} ${at(0.3, 26)} ${at(0.74, 21)} ${at(1, 4)}|${at(0.58, -22)} ${at(0.52, 0)} ${at(0.58, 25)}`;
  const [ringX, ringY] = getHarnessRing(options);
  const harness = hasHarness
    ? line(straps, 10) + line(straps, 4.6, C.coral) + dot(ringX, ringY, 5, C.metal, 5, true)
    : "";
  const collar = shape(
    `${at(0.9, -12)} ${at(1.04, -12)} ${at(1.08, 4)} ${at(0.98, 20)} ${at(0.84, 14)} ${at(0.9, 4)}`,
    C.orange,
    3,
  );
  const [nx, ny] = neck;
  const turned = group(
    head(mood) + headgear,
    `translate(${nx} ${ny})${tilt ? ` rotate(${tilt})` : ""}`,
  );
  return (
    (farArm ? arm([shoulder[0] + Math.round(fx * 8), shoulder[1]], farArm, true, gloves) : "") +
    leg([hip[0] + Math.round(fx * 6), hip[1] + Math.round(fy * 6)], farLeg, true, rubberBoots) +
    leg([hip[0] - Math.round(fx * 4), hip[1] - Math.round(fy * 4)], nearLeg, false, rubberBoots) +
    torso +
    harness +
    collar +
    turned +
    arm(shoulder, nearArm, false, gloves)
  );
}

/** A figure that faces left, mirrored at the vertical line `x`. */
export const facingLeft = (content: string, x: number): string =>
  group(content, `translate(${2 * x} 0) scale(-1 1)`);

/**
 * A hand at work, close up: a forearm in Henry's sleeve that enters from `elbow`. `held` as in
 * `WorkerArm`; `scale` 1 is a hand about 40 units long.
 */
export function workingHand(options: WorkerArm & { scale?: number; gloves?: string }): string {
  const { elbow, wrist, turn = 0, flip = false, scale = 1, gloves } = options;
  const middle: Point = [(elbow[0] + wrist[0]) / 2, (elbow[1] + wrist[1]) / 2];
  const bent = limb(elbow, middle, wrist, [24 * scale, 20 * scale, 13 * scale]);
  return (
    bent.tube(0.3, 1, 0, C.skin) +
    (gloves ? bent.tube(0.62, 1, 2 * scale, gloves) : "") +
    (turn ? dot(wrist[0], wrist[1], Math.round(11 * scale), gloves ?? C.skin) : "") +
    group(
      `<g stroke-width="${Math.round(40 / scale) / 10}">${drawHand(options, gloves)}</g>`,
      `translate(${wrist[0]} ${wrist[1]}) rotate(${Math.round(bent.angle + turn)}) scale(${flip ? `${-scale} ${scale}` : scale})`,
    ) +
    (gloves ? bent.band(0.62, 10 * scale, 5 * scale, gloves) : "") +
    bent.tube(0, 0.42, 5 * scale, C.sun) +
    bent.band(0.4, 11 * scale, 6 * scale, C.pale)
  );
}
