import { C, dots, flat, shape, strokes } from "../ink.ts";
import { disc, flake, radial, repeat, rules, tube } from "../repair-parts/kit.ts";
import { place, sparkle } from "./objects.ts";
import { band, basement, block } from "./settings.ts";
import { workingHand } from "./worker.ts";

/** The same drawing with long work gloves. */
const gloved = (drawing: string) => drawing.replaceAll(C.skin, C.amber);

/** Fluffy insulation between two studs, from `y` down. */
function batt(x: number, y: number, width: number): string {
  const at = (share: number, below: number) => `${Math.round(x + width * share)},${y + below}`;
  const tufts = [22, 56, 90, 124, 158, 192].map((below, row) => {
    const left = row % 2 ? 0.3 : 0.12;
    return `${at(left, below)} ${at(left + 0.2, below + 3)} 4|${at(left + 0.36, below + 12)} ${at(left + 0.56, below + 9)} -4`;
  });
  return (
    shape(
      `${at(0, 0)}! ${at(0.14, -10)} ${at(0.3, -2)}! ${at(0.46, -14)} ${at(0.6, -3)}! ${at(0.78, -12)} ${at(1, -2)}! ${x + width},328! ${x},328!`,
      C.coral,
    ) + strokes(tufts.join("|"), 2.6, C.pale)
  );
}

/** Gloved hands press insulation between studs; in the open part of the wall the cold comes in. */
const insulation = [
  band(0, 320, C.night),
  block(-6, -6, 492, 332, C.water),
  rules("310,0 310,320|0,110 480,110|0,220 480,220", 3, C.petrol),
  flake(366, 96, 26, C.white) + flake(404, 178, 18, C.white) + flake(340, 170, 14, C.white),
  strokes("424,70 330,60 10|430,134 326,140 -10|426,226 330,218 8", 4, C.white),
  batt(16, -20, 128),
  batt(160, 88, 140),
  [-14, 136, 286, 430].map((x) => block(x, -8, 36, 336, C.tan)).join(""),
  [-14, 136, 286, 430]
    .map((x) => strokes(`${x + 12},20 ${x + 12},120 2|${x + 24},150 ${x + 22},290 -2`, 2.2, C.belt))
    .join(""),
  gloved(
    workingHand({ elbow: [84, 372], wrist: [178, 214], hand: "open", turn: -14, scale: 1.4 }) +
      workingHand({
        elbow: [412, 364],
        wrist: [290, 198],
        hand: "open",
        turn: 18,
        flip: true,
        scale: 1.4,
      }),
  ),
];

/** Lumps of dust that lie on `y`, from `x` on. */
function dust(x: number, y: number, width: number, height: number): string {
  const at = (a: number, b: number) => `${Math.round(x + width * a)},${Math.round(y - height * b)}`;
  return shape(
    `${at(0, 0)}! ${at(0.06, 0.6)} ${at(0.2, 0.8)}! ${at(0.3, 1.2)} ${at(0.48, 0.8)}! ${at(0.6, 1.1)} ${at(0.74, 0.6)}! ${at(0.9, 0.7)} ${at(1, 0)}!`,
    C.belt,
    3.4,
  );
}

/** The brush of a duct cleaner, its middle at (0, 0). */
const brush =
  radial(20, 0, 0, 26, 42, 13) +
  `<g stroke="${C.orange}">${radial(20, 0, 0, 24, 42, 6)}</g>` +
  disc(0, 0, 22, C.amber) +
  disc(0, 0, 9, C.ink);

/** A brush scrubs a dusty air duct, cut open: dirt before the brush, bright metal behind it. */
const airDuctCleaning = [
  basement(C.sand),
  block(-10, 62, 400, 190, C.metal),
  block(-10, 80, 400, 154, C.mist, 3.4),
  flat("-6,82! 232,82! 226,232! -6,232!", C.bark, ".75"),
  rules(
    "60,62 60,80|160,62 160,80|260,62 260,80|346,62 346,80|160,234 160,252|260,234 260,252|346,234 346,252",
    3.4,
  ),
  block(378, 54, 18, 206, C.metal),
  dust(-24, 234, 130, 62),
  dust(64, 234, 130, 42),
  shape("-8,80! 20,80! 40,96 70,92 84,104! 110,90 150,100 176,80! 120,78! -8,78!", C.belt, 3.4),
  dots(
    [
      [60, 140],
      [96, 162],
      [132, 134],
      [30, 158],
      [150, 190],
      [110, 116],
    ],
    6,
    5,
    C.tan,
  ),
  strokes("190,112 130,116 6|186,150 116,150 0|190,196 136,188 -6", 4, C.pale),
  tube("24,234! 24,330!", 56, C.petrol),
  repeat([0, 262, 50, 262], [0, 17], 4, 4),
  block(-12, 230, 74, 20, C.sun),
  sparkle(300, 112, 15, C.white) + sparkle(344, 200, 12, C.white),
  gloved(
    workingHand({
      elbow: [520, 330],
      wrist: [428, 186],
      held: rules("-136,-20 44,-20", 17) + rules("-134,-20 42,-20", 8, C.sun),
      turn: 30,
      scale: 1.5,
    }),
  ),
  place(brush, 228, 166),
];

export const insulationDuctScenes = { insulation, "air-duct-cleaning": airDuctCleaning };
