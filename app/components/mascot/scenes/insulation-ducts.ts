import { C, dots, flat, line, shape, strokes } from "../ink.ts";
import { disc, flake, radial, repeat, rules } from "../repair-parts/kit.ts";
import { toPoints } from "../small-objects.ts";
import { place, puffs, sparkle } from "./objects.ts";
import { band, basement, block } from "./settings.ts";
import { workingHand } from "./worker.ts";

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
  workingHand({
    elbow: [84, 372],
    wrist: [178, 214],
    hand: "open",
    turn: -14,
    scale: 1.4,
    gloves: C.amber,
  }),
  workingHand({
    elbow: [412, 364],
    wrist: [290, 198],
    hand: "open",
    turn: 18,
    flip: true,
    scale: 1.4,
    gloves: C.amber,
  }),
];

/** The brush of a duct cleaner, its middle at (0, 0). */
const brush =
  radial(20, 0, 0, 26, 42, 13) +
  `<g stroke="${C.orange}">${radial(20, 0, 0, 24, 42, 6)}</g>` +
  disc(0, 0, 22, C.amber) +
  disc(0, 0, 9, C.ink);

/** A register that hangs from its last screw, its upper left corner at (0, 0). */
const register =
  block(-10, -10, 84, 62, C.white) +
  block(0, 0, 64, 42, C.ink, 3) +
  repeat([2, 6, 62, 6], [0, 10], 4, 5, C.white) +
  dots(toPoints("-4,-4 68,-4 -4,46 68,46"), 2.6, 2.6);

/** Gray dust on the floor and below the top of a duct, with hairs and crumbs in it. */
const dust =
  puffs(
    "-6,222,24 22,214,22 48,220,20 72,208,22 98,218,20 120,222,15 142,226,11 4,240,18 60,236,18 112,238,16",
    C.stone,
  ) +
  puffs("-4,84,20 26,88,17 52,84,14 78,90,16 106,84,12 130,82,9", C.stone) +
  strokes("14,206 28,196 3|60,200 78,190 -3|92,214 108,208 3|30,226 50,228 2|30,96 44,92 2", 2.4) +
  dots(
    toPoints(
      "20,222 44,232 66,226 88,230 110,232 34,210 78,214 128,232 24,88 54,90 80,96 104,88 12,240 6,212",
    ),
    3,
    2.4,
    C.belt,
  ) +
  puffs("46,146,9 92,166,7 124,132,6 158,190,7 160,118,5", C.stone);

/** Behind an open register, a brush scrubs the dust out of a house's air duct, cut open. */
const airDuctCleaning = [
  basement(C.sand),
  block(-10, 58, 416, 18, C.metal) + block(-10, 236, 416, 18, C.metal),
  block(-10, 76, 416, 160, C.mist, 3.4),
  flat("-6,78! 230,78! 222,234! -6,234!", C.belt, ".4"),
  rules(
    "60,58 60,76|160,58 160,76|260,58 260,76|346,58 346,76|60,236 60,254|160,236 160,254|260,236 260,254|346,236 346,254",
    3.4,
  ),
  [110, 310]
    .map((x) => line(`${x},36! ${x},62!`, 9) + line(`${x},36! ${x},62!`, 4, C.metal))
    .join(""),
  dust,
  strokes("196,108 150,112 5|186,150 136,150 0|196,200 150,194 -5", 4, C.white),
  sparkle(306, 110, 15, C.white) + sparkle(340, 200, 12, C.white),
  // The wall of the room with the opening for the register.
  block(392, -8, 100, 340, C.pale) + block(378, 66, 22, 180, C.white),
  place(register, 420, 72, 14),
  workingHand({
    elbow: [520, 330],
    wrist: [428, 186],
    held: rules("-136,-20 44,-20", 17) + rules("-134,-20 42,-20", 8, C.sun),
    turn: 30,
    scale: 1.5,
    gloves: C.amber,
  }),
  place(brush, 228, 156, 0, 1.1),
];

export const insulationDuctScenes = { insulation, "air-duct-cleaning": airDuctCleaning };
