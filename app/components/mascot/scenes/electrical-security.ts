import { C, dot, dots, flat, line, shade, shape } from "../ink.ts";
import { bolt, disc, repeat, rounded, rules, tube } from "../repair-parts/kit.ts";
import { electrician } from "./electrical-panel.ts";
import { place, rays, roofAnchor, rope } from "./objects.ts";
import { goggles } from "./people.ts";
import { block, lawn, sky } from "./settings.ts";
import { drill } from "./trade-tools.ts";
import { getHarnessRing, worker } from "./worker.ts";

/** The thief that the camera catches, 180 tall on (0, 0), with his hands up. */
const burglar =
  shape("-30,-66! 30,-66! 32,-6! 6,-6! 3,-42! -3,-42! -6,-6! -32,-6!", C.deep) +
  shape("-36,0! -36,-8 -22,-12 -4,-10! -4,0!|36,0! 36,-8 22,-12 4,-10! 4,0!", C.ink) +
  line("-26,-104! -54,-108 -58,-148!|26,-104! 54,-108 58,-148!", 25) +
  line("-26,-104! -54,-108 -58,-146!|26,-104! 54,-108 58,-146!", 17, C.white) +
  shape("-30,-116 0,-120 30,-116 32,-62! -32,-62!", C.white) +
  rules("-31,-104 31,-104|-31,-90 31,-90|-32,-76 32,-76", 7) +
  rules("-64,-128 -50,-128|64,-128 50,-128|-46,-114 -42,-100|46,-114 42,-100", 6) +
  [-1, 1]
    .map((side) =>
      shape(
        `${side * 48},-150! ${side * 46},-164 ${side * 40},-172 ${side * 46},-176 ${side * 52},-168! ${side * 54},-186 ${side * 62},-186 ${side * 63},-168! ${side * 72},-182 ${side * 77},-176 ${side * 70},-158 ${side * 66},-148!`,
        C.skin,
        3.4,
      ),
    )
    .join("") +
  dot(0, -140, 26, C.skin, 27, true) +
  shape("-27,-150! -24,-168 0,-176 24,-168 27,-150! 0,-154", C.ink) +
  flat("-27,-150! 27,-150! 26,-134 12,-130 0,-136 -12,-130 -26,-134!", C.ink) +
  dots(
    [
      [-11, -142],
      [11, -142],
    ],
    6,
    6,
    C.white,
  ) +
  dots(
    [
      [-13, -141],
      [9, -141],
    ],
    2.6,
    2.6,
  ) +
  dot(0, -122, 5, C.deep, 4, true);

/** A camera on the wall catches a thief beside the house at night. */
const homeSecurity = [
  sky("night"),
  block(246, -6, 250, 270, C.petrol),
  repeat([248, 24, 480, 24], [0, 26], 9, 2.2, C.deep),
  block(404, 92, 60, 96, C.white),
  block(411, 99, 46, 82, C.ink, 3.4),
  rules("434,99 434,181|411,140 457,140", 4, C.white),
  lawn(262, C.green),
  flat("118,126! 500,20! 500,320! 300,320!", C.pale, ".4"),
  flat("118,126! 500,70! 500,290! 340,300!", C.cream, ".35"),
  shape(
    "206,292! 198,270 206,250 222,240! 218,230 236,230! 234,240! 252,252 260,274 252,292!",
    C.tan,
  ),
  line("218,241 228,244 238,240", 3),
  place(burglar, 330, 294, 0, 1.12),
  block(-8, -8, 42, 340, C.cream),
  shade("20,-8! 34,-8! 34,328! 20,328!"),
  rules(
    "-4,40 34,40|-4,84 34,84|-4,128 34,128|-4,172 34,172|-4,216 34,216|-4,260 34,260",
    2.4,
    C.tan,
  ),
  block(26, 76, 16, 58, C.metal),
  tube("42,106! 64,106! 74,96!", 9),
  place(
    rounded(-64, -28, 124, 54, 16, C.white) +
      shade("-58,8! 56,8! 54,20! -50,22!") +
      shape("-74,-34! 76,-34! 70,-18! -70,-20!", C.orange) +
      dot(60, 2, 16, C.deep, 28, true) +
      dot(62, 2, 8, C.water, 15, true) +
      disc(-34, 4, 6, C.orange, 3),
    100,
    98,
    18,
    1.1,
  ),
];

/** A solar panel on the slope of the roof: `x`, `y` is its upper left corner. */
function solarPanel(x: number, y: number): string {
  const at = (along: number, down: number) =>
    `${Math.round(x + along * 1.2 + down * 0.22)},${Math.round(y - along * 0.35 + down)}`;
  const grid = [
    ...[25, 50, 75].map((along) => `${at(along, 0)} ${at(along, 92)}`),
    ...[31, 61].map((down) => `${at(0, down)} ${at(100, down)}`),
  ];
  return (
    shape(`${at(0, 0)}! ${at(100, 0)}! ${at(100, 92)}! ${at(0, 92)}!`, C.night) +
    flat(`${at(52, 4)}! ${at(74, 4)}! ${at(34, 88)}! ${at(12, 88)}!`, C.water, ".5") +
    rules(grid.join("|"), 2.2, C.water)
  );
}

const solarPose = { hip: [116, 218], neck: [152, 170] } as const;

/** Henry, in a harness on a rope, bolts a solar panel to a sunny roof. */
const solar = [
  sky("day"),
  disc(62, 92, 36, C.sun),
  rays(62, 92, 46, C.sun, 12),
  shape("-8,212! 488,68! 488,328! -8,328!", C.brick),
  rules("-8,248 488,104|-8,284 488,140|-8,320 488,176|60,332 488,208", 2.6),
  rules(
    "70,190 76,224|160,164 168,197|20,204 27,238|126,209 133,243|50,268 57,301|196,188 203,222|160,236 167,270|90,292 97,320",
    2.4,
  ),
  solarPanel(222, 160),
  solarPanel(350, 122),
  solarPanel(246, 262),
  solarPanel(374, 224),
  roofAnchor(34, 200, -16),
  rope("34,184 72,182", getHarnessRing(solarPose)),
  worker({
    ...solarPose,
    tilt: 6,
    gloves: C.sun,
    headgear: goggles,
    hasHarness: true,
    nearArm: { elbow: [150, 234], wrist: [196, 216], held: drill, turn: 16, flip: true },
    farArm: { elbow: [192, 200], wrist: [222, 176], hand: "flat", turn: 20 },
    nearLeg: { knee: [138, 280], ankle: [84, 288], toes: 70 },
    farLeg: { knee: [170, 236], ankle: [166, 270], toes: -8 },
  }),
];

/** A window of the dark or the lit half of a house. */
const pane = (x: number, y: number, isLit: boolean) =>
  block(x, y, 44, 48, isLit ? C.sun : C.ink, 3.4) +
  rules(`${x + 22},${y} ${x + 22},${y + 48}|${x},${y + 24} ${x + 44},${y + 24}`, 3.4, C.cream) +
  block(x - 6, y + 48, 56, 8, C.cream, 3.4);

/** A house at dusk: half its windows are dark, and the transformer on the pole sparks. */
const electricalSecurity = [
  sky("dusk"),
  lawn(262, C.leaf),
  block(212, 132, 236, 132, C.cream),
  flat("330,132! 446,132! 446,262! 330,262!", C.petrol, ".55"),
  block(388, 50, 28, 60, C.brick),
  shape("192,142! 330,44! 470,142! 456,154! 330,68! 204,154!", C.petrol),
  shape("212,148! 330,66! 448,148!", C.cream),
  flat("330,70! 444,148! 330,148!", C.petrol, ".55"),
  block(306, 192, 48, 70, C.orange),
  dot(344, 230, 3.4, C.ink),
  pane(244, 172, true),
  pane(308, 104, false),
  flat("310,106! 329,106! 329,127! 310,127!|310,129! 329,129! 329,150! 310,150!", C.sun),
  pane(378, 172, false),
  tube("224,92! 224,228!", 5),
  rounded(210, 204, 30, 42, 6, C.mist),
  disc(225, 222, 10, C.white, 3),
  line("62,74 140,112 224,94|62,74 140,122 224,100", 3),
  line("-6,36 20,46 43,46|-6,58 40,66 109,46", 3),
  shape("68,30! 84,30! 90,290! 64,290!", C.belt),
  shade("78,30! 84,30! 90,290! 80,290!"),
  block(26, 62, 100, 12, C.tan, 3.4),
  block(38, 48, 10, 14, C.white, 3),
  block(104, 48, 10, 14, C.white, 3),
  rounded(86, 92, 40, 62, 8, C.metal),
  rules("88,108 124,108|88,138 124,138", 3),
  rays(106, 122, 40, C.orange, 9),
  bolt(106, 122, 1.3),
];

export const electricalSecurityScenes = {
  electrician,
  "home-security": homeSecurity,
  solar,
  "electrical-security": electricalSecurity,
};
