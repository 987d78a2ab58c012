import { C, dot, dots, el, flat, group, line, shade, shape } from "../ink.ts";
import { limb } from "../parts/limb.ts";
import { disc, rounded, rules, tube } from "../repair-parts/kit.ts";
import { autoBodyScenes } from "./auto-body.ts";
import { roadWheel, sideCar, truckCab } from "./auto-cars.ts";
import { autoRepairScenes } from "./auto-repair.ts";
import { autoWheelsScenes } from "./auto-wheels.ts";
import { lightCone, place, puffs, sparkle, tree, warningTriangle } from "./objects.ts";
import { henry } from "./people.ts";
import { band, block, road, sky, yard } from "./settings.ts";

const glow = (x: number, y: number, r: number, fill: string) =>
  el("circle", { cx: x, cy: y, r, fill, opacity: ".45", stroke: "none" });

/** At night a tow truck with its beacon on hauls a car by its front wheels. */
const towing = [
  road("night", 240),
  lightCone(452, 228, 520, 250, 40),
  glow(370, 142, 56, C.amber) + glow(370, 142, 34, C.sun),
  place(
    shape("-144,-40! 0,-40! 0,-22! -144,-22!", C.metal) +
      shape("-120,-40! -110,-76! 0,-76! 0,-40!", C.sun) +
      rules("-80,-76 -80,-40|-40,-76 -40,-40", 3) +
      line("-30,-72! -128,-146!", 16) +
      line("-30,-72! -128,-146!", 8, C.metal) +
      line("-60,-60! -80,-104!", 8) +
      dot(-128, -146, 10, C.sun, 10, true) +
      truckCab(C.orange) +
      rounded(14, -144, 40, 15, 5, C.sun, 3.4) +
      roadWheel(-78, -26, 26) +
      roadWheel(88, -26, 26),
    326,
    284,
    0,
    1,
  ),
  group(sideCar(C.water), "translate(104 268) rotate(-12) scale(-.84 .84)"),
  line("193,132! 200,226!", 4, C.metal),
  line("200,224 212,234 202,244 194,236", 5, C.sun),
];

/** Henry cranks the jack of a trailer down until its coupler sits on the hitch of a pickup. */
const trailers = [
  yard("day", 226),
  band(250, 320, C.stone) + line("0,250! 480,250!"),
  shape("-10,130! 88,132! 92,146! 90,232! -10,232!", C.brick),
  shade("-10,208! 90,208! 90,232! -10,232!"),
  shape("90,146! 74,148! 74,180! 90,180!", C.sun, 3),
  shape("-10,232! -10,204! 14,198 40,212 54,232!", C.ink),
  roadWheel(6, 248, 38),
  rounded(62, 218, 40, 16, 5, C.metal),
  rules("98,238 136,238", 13) + rules("98,238 136,238", 5, C.metal),
  rules("122,236 122,226", 9) + disc(122, 220, 11, C.white),
  shape("286,66! 472,62! 490,62! 490,244! 286,244!", C.white),
  shade("286,214! 490,214! 490,244! 286,244!"),
  flat("288,150! 490,150! 490,176! 288,176!", C.sun),
  line("304,66! 304,244!", 3),
  rounded(386, 84, 76, 44, 6, C.sky, 3.4),
  shape("326,246! 332,216! 360,204! 444,204! 470,216! 476,246!", C.petrol),
  roadWheel(364, 258, 32) + roadWheel(438, 258, 32),
  tube("270,136! 270,272!", 10),
  rules("256,286 286,286", 12),
  tube("268,142! 240,142! 240,186!", 5, C.orange),
  henry(196, 286, {
    hip: [-10, -84],
    neck: [2, -142],
    tilt: 4,
    nearArm: { elbow: [18, -94], wrist: [38, -118], turn: 56 },
    farArm: { elbow: [54, -112], wrist: [82, -128], hand: "flat" },
    nearLeg: { knee: [-8, -48], ankle: [-18, -17] },
    farLeg: { knee: [10, -50], ankle: [14, -17] },
  }),
  tube("176,234! 310,240!", 8, C.petrol),
  shape(
    "100,212! 104,198! 118,190! 148,196! 190,224! 190,244! 164,242! 142,214! 116,206! 112,214!",
    C.orange,
  ),
];

/** A flatbed takes a polished car over the hills. */
const specialtyServices = [
  // Low clouds: a strip of the scene has them whole or not at all.
  road("day", 248, "40,112,13 380,122,17"),
  flat("0,236! 0,150 70,120 150,156 230,130 330,170 420,140 480,160! 480,236!", C.leaf, ".7"),
  place(tree(40, C.grass), 452, 240),
  group(sideCar(C.sun), "translate(166 222) scale(-.92 .92)"),
  place(truckCab(C.petrol), 326, 292, 0, 1.1),
  shape("6,222! 322,222! 322,240! 20,240! 6,234!", C.orange),
  shape("320,240! 320,186! 332,186! 332,240!", C.orange),
  shape("60,240! 322,240! 322,262! 76,262!", C.deep),
  roadWheel(110, 264, 28) + roadWheel(172, 264, 28) + roadWheel(424, 264, 28),
  sparkle(126, 128, 18, C.white) + sparkle(250, 156, 14, C.white) + sparkle(206, 104, 12, C.white),
];

/** The driver of a broken-down car with a phone at the ear, to be placed with feet on (0, 0). */
const driver =
  limb([-12, -76], [-14, -40], [-14, -10], [17, 14, 12]).tube(0, 1, 0, C.deep) +
  limb([12, -76], [14, -40], [16, -10], [17, 14, 12]).tube(0, 1, 0, C.deep) +
  shape("-4,-8! -24,-8 -36,2 -34,8! -4,8!|26,-8! 8,-8 -4,2 -2,8! 26,8!", C.bark, 3.4) +
  limb([-22, -126], [-48, -108], [-26, -84], [12, 11, 8]).tube(0, 1, 0, C.leaf) +
  shape("-28,-66! -30,-100 -24,-130 0,-138 24,-130 30,-100 28,-66!", C.leaf) +
  shade("8,-66! 12,-100 10,-134 24,-130 30,-100 28,-66!") +
  shape("-8,-144! 8,-144! 9,-134 0,-128 -9,-134", C.skin, 3.4) +
  shape("-26,-150 -34,-180 -24,-204 4,-210 28,-200 34,-176 30,-140 18,-134 20,-160!", C.bark) +
  dot(-2, -166, 25, C.skin, 26, true) +
  shape(
    "-28,-166! -28,-190 -10,-204 14,-202 26,-184 25,-162! 12,-172 4,-184 -12,-176",
    C.bark,
    3.4,
  ) +
  dots(
    [
      [-14, -162],
      [2, -162],
    ],
    2.8,
    3.8,
  ) +
  rules("-20,-172 -10,-174|-2,-174 8,-172", 3) +
  shape("-12,-148 -6,-153 2,-152 3,-146 -5,-144", C.white, 2.6) +
  rounded(20, -172, 13, 34, 4, C.orange, 3) +
  limb([22, -124], [54, -110], [36, -146], [12, 11, 8]).tube(0, 1, 0, C.leaf) +
  dot(33, -152, 10, C.skin, 10, true);

/** At dusk a car steams on the shoulder; its driver calls from behind the guardrail. */
const auto = [
  sky("dusk"),
  flat("0,224! 0,180 60,166 140,190 240,172 320,196 400,184 480,196! 480,224!", C.coral),
  band(218, 320, C.grass) + line("0,218 480,217", 3),
  place(driver, 396, 258, 0, 0.92),
  // The guardrail between the driver and the road.
  [20, 128, 236, 344, 452].map((x) => block(x - 6, 206, 12, 46, C.metal, 3.4)).join(""),
  block(-8, 202, 500, 26, C.mist) + rules("0,215 480,215", 3, C.metal),
  band(248, 320, C.metal) + line("0,248! 480,248!"),
  flat("0,290! 480,290! 480,296! 0,296!", C.cream, ".8"),
  puffs(
    "46,206,13 30,192,17 56,180,17 26,166,19 54,150,19 26,136,19 50,120,21 76,108,15 34,104,18",
  ),
  place(sideCar(C.petrol), 168, 290, 0, 0.98) +
    line("22,226 56,216 92,213", 4) +
    puffs("12,220,9 4,208,11 22,208,9"),
  place(warningTriangle, 452, 264, 0, 0.66),
];

export const autoScenes = {
  ...autoRepairScenes,
  ...autoWheelsScenes,
  ...autoBodyScenes,
  towing,
  trailers,
  "specialty-services": specialtyServices,
  auto,
};
