import { C, dot, flat, group, line, shape } from "../ink.ts";
import * as props from "../parts/props.ts";
import { repeat, rules } from "../repair-parts/kit.ts";
import { box, hardHat, pencil, toPoints } from "../small-objects.ts";
import { checkedCard, tornCard } from "./cards.ts";
import { ladder, place, toolbox, van, wheel } from "./objects.ts";
import { bust, cottage, headset, henry, home, mobile, person, sleeve } from "./page-people.ts";
import { pageResourceScenes } from "./pages-resources.ts";
import { band, block, houseWall, room, sky, yard } from "./settings.ts";
import { supportScenes } from "./support.ts";
import { facingLeft } from "./worker.ts";

/** Pictures of the site's own pages: what it offers, who stands behind it, how to ask. */

/** A five-pointed star. */
const star = (x: number, y: number, r: number) =>
  shape(
    Array.from({ length: 10 }, (_, i) => {
      const far = i % 2 ? r * 0.45 : r;
      const angle = (i * Math.PI) / 5;
      return `${Math.round(x + Math.sin(angle) * far)},${Math.round(y - Math.cos(angle) * far)}!`;
    }).join(" "),
    C.sun,
    3.4,
  );

const mower =
  line("-14,-16! 22,-58! 34,-56!", 9) +
  shape("-44,-8! -40,-26 -30,-30! -2,-30! 6,-22 8,-8!", C.orange) +
  block(-32, -42, 20, 12, C.ink, 3) +
  wheel(-34, -8, 9) +
  wheel(0, -8, 11);

/** A street on which every house has a job under way: roof, paint, lawn. */
const homeServices = [
  yard("day", 226),
  place(person({ shirt: C.petrol, hair: C.bark, hat: C.sun }), 44, 190, 0, 0.7),
  line("26,112! 6,84!", 6, C.belt) + shape("-4,88! 12,76! 18,84! 2,96!", C.metal, 3),
  sleeve("30,124 20,124 18,100", C.petrol),
  place(home(C.cream, C.brick), 88, 238),
  place(home(C.leaf, C.petrol), 250, 238),
  shape("184,152! 240,152! 232,172 242,196 232,216 238,238! 184,238!", C.orange, 3),
  ladder(176, 262, 206, 120, 32),
  line("216,150 232,132 250,146", 5, C.belt),
  place(
    person({ shirt: C.cream, hair: C.belt, back: true, hat: C.white }, C.mist),
    206,
    240,
    0,
    0.6,
  ),
  sleeve("220,184 240,176 240,156", C.cream),
  line("240,158! 240,140!", 5) + block(228, 126, 26, 14, C.orange, 3),
  place(home(C.pale, C.brick), 416, 238),
  band(262, 320, C.metal) + line("0,262! 480,262!"),
  place(mower, 322, 254),
  place(person({ shirt: C.coral, hair: C.ink }), 372, 254, 0, 0.6),
  sleeve("362,206 352,210 354,200", C.coral),
  place(van, 92, 298, 0, 0.78),
];

const arrow = (x: number, y: number) =>
  dot(x, y, 25, C.orange, 25, true) +
  line(
    `${x - 13},${y}! ${x + 12},${y}!|${x + 2},${y - 11}! ${x + 13},${y}! ${x + 2},${y + 11}!`,
    6,
    C.cream,
  );

/** A request on its way: from a phone at home to Henry, from Henry to one professional. */
const howItWorks = [
  band(0, 320, C.pale),
  flat("0,0! 160,0! 150,320! 0,320!", C.leaf) + flat("330,0! 480,0! 480,320! 320,320!", C.sky),
  block(20, 62, 54, 44, C.sky) + dot(47, 84, 10, C.sun),
  shape("-10,330! -10,176 0,164 20,162! 132,162! 144,174 146,330!", C.coral),
  place(bust({ shirt: C.sun, hair: C.bark, long: true }), 78, 262, 0, 1.2),
  sleeve("108,222 134,250 116,236", C.sun) + sleeve("46,222 20,252 42,240", C.sun),
  place(mobile(C.orange), 112, 250, 10, 0.6) + dot(116, 238, 8, C.skin, 8, true),
  henry(236, 186, 0.6, {
    face: "happy",
    right: { elbow: [336, 290], wrist: [306, 200], hand: "grip", held: props.phone, turn: -40 },
  }),
  block(146, 246, 186, 90, C.belt),
  block(336, 138, 160, 112, C.green) + flat("338,206! 480,206! 480,218! 338,218!", C.cream),
  flat("320,256! 480,256! 480,330! 320,330!", C.metal) + line("320,256! 480,256!"),
  wheel(456, 252, 20),
  place(person({ shirt: C.white, hair: C.ink, hat: C.sun }), 388, 284, 0, 1.1),
  sleeve("356,192 344,222 350,250", C.white) +
    place(toolbox, 428, 282) +
    sleeve("420,192 436,216 428,240", C.white),
  line("160,-4! 150,324!|330,-4! 320,324!", 5),
  arrow(156, 92) + arrow(326, 92),
];

/** A card in the hand that shows it. */
const held = (card: string) =>
  group(`<g stroke-width="3">${card}</g>`, `translate(0 -10) scale(1.6)`);

/** We look again: beside the torn card of one professional Henry holds up another. */
const guarantee = [
  band(0, 320, C.petrol),
  repeat([40, -6, 40, 326], [80, 0], 6, 2.4, C.deep),
  henry(240, 194, 0.66, {
    face: "happy",
    left: {
      elbow: [60, 330],
      wrist: [4, 276],
      hand: "hold",
      flip: true,
      held: held(tornCard(C.petrol)),
      turn: 44,
    },
    right: {
      elbow: [340, 330],
      wrist: [396, 276],
      hand: "hold",
      held: held(checkedCard),
      turn: -44,
    },
  }),
  block(-6, 272, 492, 60, C.belt) + line("0,272! 480,272!"),
];

const badge =
  shape("-13,-34! 13,-34! 13,0! -13,0!", C.white, 3) +
  dot(0, -23, 6, C.tan) +
  rules("-7,-10 7,-10|-7,-5 3,-5", 2.4, C.metal) +
  line("0,-34! 0,-40!", 3);

/** A professional with badge and hard hat beside the rules: helmet, boots, broom. */
const guidelines = [
  room(C.sky, C.stone, 270),
  shape("30,44! 232,40! 236,290! 28,290!", C.belt),
  shape("44,62! 218,60! 222,290! 42,290!", C.cream, 3.4) +
    shape("92,52! 112,50 120,32 142,32 150,50 170,52! 170,72! 92,72!", C.metal),
  place(hardHat, 92, 122, 0, 0.7),
  shape("72,146! 100,146! 102,166 122,172 126,186! 70,186!", C.belt, 3.4) +
    rules("70,180 126,180", 2.6),
  line("122,204! 96,232!", 7, C.bark) + shape("100,222! 108,232! 88,254! 66,240!", C.sun, 3.4),
  line(
    "160,108! 174,124! 202,88!|160,168! 174,184! 202,148!|160,230! 174,246! 202,210!",
    9,
    C.green,
  ),
  place(person({ shirt: C.green, hair: C.bark, hat: C.orange }, C.petrol), 352, 284, 0, 1.3),
  sleeve("314,178 298,212 304,244", C.green) +
    place(toolbox, 418, 290, 0, 1.2) +
    sleeve("390,178 412,206 418,236", C.green),
  line("336,158! 352,182! 368,158!", 3, C.cream) + place(badge, 352, 216, 0, 0.9),
];

/** A happy customer at her door gives five stars, the van drives off. */
const review = [
  houseWall(C.pale, C.amber),
  block(330, 34, 122, 222, C.white) + block(342, 46, 98, 210, C.bark),
  shape("440,46! 486,30! 486,276! 440,256!", C.petrol) + dot(452, 164, 5, C.sun),
  block(312, 254, 168, 20, C.stone),
  place(person({ shirt: C.coral, hair: C.bark, long: true }, C.leaf), 392, 268, 0, 1.2),
  sleeve("426,168 442,200 432,226", C.coral) + sleeve("358,168 336,206 312,190", C.coral),
  shape(box(18, 56, 278, 82, 18, "284,138! 334,154! 240,138!"), C.white),
  [52, 105, 158, 211, 264].map((x) => star(x, 98, 26)).join(""),
  band(276, 320, C.metal) + line("0,276! 480,276!"),
  facingLeft(place(van, 120, 294, 0, 1.3), 120),
];

/** A professional in their own van looks at the phone: one new job. */
const signup = [
  sky("dusk"),
  band(238, 320, C.metal) + line("0,238! 480,238!"),
  // Low and small enough to show hat and wheels where the page crops it to a strip.
  place(
    [
      shape("-10,270! -10,24! 292,24! 336,40 396,142! 446,154 476,180 480,270!", C.green),
      shape("124,46! 284,46! 314,58 362,142! 124,142!", C.night),
      place(bust({ shirt: C.white, hair: C.ink, hat: C.sun }), 200, 190, 0, 1.2),
      flat("100,142! 400,142! 400,200! 100,200!", C.green) + line("124,142! 362,142!"),
      line(
        "124,46! 284,46! 314,58 362,142! 124,142! 124,46!|108,40! 108,262!|376,146! 366,262!",
        3.4,
      ),
      flat("-10,222! 480,222! 480,240! -10,240!", C.cream) + block(130, 170, 34, 10, C.ink, 3),
      wheel(420, 262, 40) +
        wheel(30, 262, 40) +
        shape("454,172! 478,186! 478,206! 456,204!", C.sun, 3.4),
      sleeve("236,142 258,164 296,176", C.white),
      place(mobile() + place(cottage, 0, -24, 0, 0.5), 322, 214, 8, 1.5) +
        dot(352, 92, 18, C.orange, 18, true) +
        line("352,84! 352,101!", 5, C.cream),
      [166, 178, 190].map((y) => dot(288, y, 9, C.skin, 6, true)).join(""),
    ].join(""),
    0,
    31,
    0,
    0.78,
  ),
];

/** Henry at his desk with a headset, behind him a map full of pins. */
const aboutUs = [
  room(C.wall, C.tan, 290),
  block(16, 44, 226, 156, C.belt) + block(28, 56, 202, 132, C.water, 3),
  place(
    shape(
      "40,60 84,50 132,62 180,52 218,72 214,120 220,164 164,172 120,160 72,170 44,150 52,104",
      C.grass,
      3,
    ) +
      line("56,90 100,104 140,92 204,108|110,60 104,108 128,164", 3, C.cream) +
      line("78,84! 140,112! 196,84!|140,112! 96,146!|140,112! 186,150!", 3, C.orange) +
      toPoints("78,84 196,84 96,146 186,150")
        .map(([x, y]) => dot(x, y, 7, C.sun, 7, true))
        .join("") +
      dot(140, 112, 11, C.orange, 11, true),
    0,
    10,
  ),
  henry(352, 178, 0.7, {
    face: "happy",
    right: { elbow: [344, 262], wrist: [298, 190], hand: "flat", flip: true, turn: 10 },
    worn: headset,
  }),
  block(-6, 246, 492, 22, C.tan) + block(14, 268, 452, 60, C.belt),
  place(pencil, 176, 178, 184, 0.8) + shape("150,210! 186,210! 182,248! 154,248!", C.orange),
  block(50, 236, 74, 10, C.cream, 3) + block(56, 226, 66, 10, C.leaf, 3),
];

export const pageScenes = {
  "home-services": homeServices,
  "how-it-works": howItWorks,
  "service-guarantee": guarantee,
  "provider-guidelines": guidelines,
  "submit-a-review": review,
  "provider-signup": signup,
  "about-us": aboutUs,
  ...pageResourceScenes,
  ...supportScenes,
};
