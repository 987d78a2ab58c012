import { C, dot, dots, flat, line, shade, shape, strokes } from "../ink.ts";
import { flashlight } from "../parts/props.ts";
import { bolt, disc, repeat, rounded, rules, tube } from "../repair-parts/kit.ts";
import { lightCone, place, rays, toolbox } from "./objects.ts";
import { block, lawn, room, sky } from "./settings.ts";
import { worker } from "./worker.ts";

/** A triangle with a lightning bolt, its middle at (0, 0). */
const highVoltageSign =
  shape("0,-30! 30,24! -30,24!", C.sun, 3.6) +
  shape("5,-12! -8,7! 0,7! -5,19! 9,2! 1,2!", C.ink, 2);

/** An insulated screwdriver in a hand's coordinates. */
const screwdriver =
  rules("30,-20 104,-20", 11) +
  rules("44,-20 102,-20", 4, C.metal) +
  shape("-34,-31! 24,-31! 38,-26! 38,-14! 24,-9! -34,-9! -40,-20", C.orange, 5);

/** Two columns of circuit breakers. */
const breakers =
  [92, 122, 152, 182, 212]
    .flatMap((y) => [block(286, y, 36, 20, C.petrol, 3), block(324, y, 36, 20, C.petrol, 3)])
    .join("") +
  repeat([300, 102, 308, 102], [0, 30], 5, 10, C.mist) +
  repeat([338, 102, 346, 102], [0, 30], 5, 10, C.mist);

/** Soot around a burnt spot, its middle at (0, 0). */
const scorchMark =
  shape(
    "-28,-14 -20,-28 -11,-20 0,-34 11,-20 22,-25 20,-14 31,0 17,8 20,22 6,17 -6,28 -14,17 -28,20 -22,3",
    C.ink,
    3,
  ) + shape("-17,-6! 3,-11! 17,0! 3,14! -14,11!", C.orange, 3);

/** Henry unscrews a scorched breaker in an open panel; his flashlight shows the way. */
const electrician = [
  room(C.wall, C.stone, 284),
  tube("292,0! 292,44!|350,0! 350,44!", 12),
  block(236, 40, 172, 222, C.metal),
  block(248, 52, 148, 198, C.deep, 3.4),
  line(
    "258,60! 258,90 268,102 288,102!|386,60! 386,96 374,102 358,102!|258,236! 258,210 268,192 288,192!|386,240! 386,216 376,192 358,192!",
    5,
    C.sun,
  ),
  line(
    "270,60! 270,120 276,132 290,132!|374,60! 374,120 368,132 356,132!|374,240! 374,180 368,162 356,162!",
    5,
    C.white,
  ),
  lightCone(226, 104, 316, 160, 50),
  block(300, 58, 46, 28, C.ink, 3),
  block(308, 66, 14, 12, C.cream, 2.4),
  breakers,
  place(scorchMark, 302, 160),
  strokes("288,132 274,96 -8|302,126 312,88 7|318,132 338,104 6", 6, C.mist),
  shape("408,40! 470,22! 470,284! 408,262!", C.metal),
  shape("416,50! 462,37! 462,268! 416,252!", C.mist, 3),
  place(highVoltageSign, 438, 120, -10, 0.9),
  rules("424,170 454,170|424,186 454,187|424,202 454,204|424,218 454,221", 3, C.metal),
  worker({
    hip: [104, 226],
    neck: [126, 166],
    tilt: 2,
    nearArm: { elbow: [156, 226], wrist: [200, 192], held: screwdriver, turn: -72 },
    farArm: { elbow: [176, 164], wrist: [194, 118], held: flashlight, turn: 14 },
    nearLeg: { knee: [92, 262], ankle: [78, 300] },
    farLeg: { knee: [128, 262], ankle: [126, 300] },
  }),
  place(toolbox, 212, 304),
];

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
  place(burglar, 330, 294, 0, 1.2),
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

/** A drill in a hand's coordinates: its bit points away from the arm. */
const drill =
  rules("-48,-40 -48,-112", 9) +
  rules("-48,-60 -48,-110", 3, C.metal) +
  shape("-30,-34! 34,-36! 34,-8! -30,-2!", C.ink, 5) +
  shape("30,-44! 52,-44! 52,4! 30,4!", C.deep, 5) +
  shape("-68,16! -70,-50 -62,-60! -36,-60! -28,-50 -30,16!", C.orange, 5) +
  shape("-60,-60! -56,-78! -42,-78! -38,-60!", C.metal, 5);

/** Henry, on a rope, bolts a solar panel to a sunny roof. */
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
  line("20,206 50,226 84,224 108,212", 4.4, C.cream),
  block(8, 196, 22, 14, C.metal, 3.4),
  worker({
    hip: [116, 218],
    neck: [152, 170],
    tilt: 6,
    nearArm: { elbow: [150, 234], wrist: [196, 216], held: drill, turn: 16 },
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
