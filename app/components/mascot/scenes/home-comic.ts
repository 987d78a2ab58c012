import { C, dot, flat, group, line, shape } from "../ink.ts";
import { figures } from "../poses.ts";
import { tube } from "../repair-parts/kit.ts";
import { checkedCard } from "./cards.ts";
import { curlyWoman, greenJacket } from "./home-looks.ts";
import { carriedToolbox, frontHenry, person, thicken } from "./home-people.ts";
import { bucket, drop, place, puddle, toolbox, van } from "./objects.ts";
import { block, room, tiles } from "./settings.ts";

/** The comic of the home page: a woman tells Henry, he shows her one professional, she says yes. */

/** Her open sink cabinet, 150 wide from `x`: a loose joint of the trap drips into a bucket. */
const drippingSink = (x: number) =>
  place(
    block(0, 196, 150, 88, C.bark) +
      line("96,186! 96,136 88,116 66,112 48,122 46,140", 16) +
      line("96,186! 96,136 88,116 66,112 48,122 46,140", 8, C.metal) +
      line("110,184! 110,174! 124,168!", 6) +
      tube("46,198! 46,210 52,222 64,226 76,222 82,210! 140,210!", 13) +
      block(32, 202, 28, 10, C.orange, 3) +
      block(-4, 196, 18, 88, C.leaf) +
      block(136, 196, 18, 88, C.leaf) +
      block(-10, 184, 170, 14, C.white) +
      puddle(66, 296, 70) +
      place(bucket(C.sun), 64, 300, 0, 1.2) +
      drop(36, 226, 5, C.water) +
      drop(62, 250, 6, C.water),
    x,
    0,
  );

/** Her kitchen, its counter from the left edge to `right`, the dripping sink at `x`. */
const kitchen = (x: number, right: number) =>
  room(C.cream, C.sand, 284) +
  tiles(84, 184, 34, C.pale) +
  [0, 1, 2, 3]
    .map((i) => block(-10 + i * 116, -10, 112, 66, C.leaf) + dot(88 + i * 116, 40, 4, C.ink))
    .slice(0, Math.ceil(right / 116))
    .join("") +
  block(-6, 196, right, 88, C.leaf) +
  block(-6, 184, right + 10, 14, C.white) +
  drippingSink(x);

const mobile = shape(
  "-34,-34! -30,-38! 32,-38! 36,-34! 36,-10! 32,-6! -30,-6! -34,-10!",
  C.deep,
  4,
);

/** Henry's half of the first panel: his workshop. */
const workshop =
  flat("214,-6! 486,-6! 486,326! 262,326!", C.sky) +
  block(262, 22, 64, 92, C.tan, 3.4) +
  shape(
    "274,36! 284,36! 284,100! 274,100!|296,36! 314,36! 314,50! 308,50! 308,96! 301,96! 301,50! 296,50!",
    C.metal,
    2.6,
  ) +
  block(418, 26, 80, 60, C.white) +
  line("418,56! 490,56!|456,26! 456,86!", 3);

/** Henry without boots, the base of his neck at (x, y); the arm to the viewer's right in front. */
function henryAt(x: number, y: number, figure: Parameters<typeof frontHenry>[0]): string {
  const { body, rightSleeve, rightForearm } = frontHenry(figure);
  const pants = shape("132,350! 268,350! 274,450! 208,450! 200,392! 193,450! 127,450!", C.petrol);
  return place(
    thicken(`<g stroke-width="4.4">${pants}${body}${rightSleeve}${rightForearm}</g>`, 1.5),
    x - 120,
    y - 123,
    0,
    0.6,
  );
}

/** She stands at the wet sink and tells Henry on the phone; a white gutter divides the panel. */
const tell = [
  kitchen(-15, 290),
  place(
    person(curlyWoman, {
      mood: "worried",
      glance: -0.3,
      tilt: -3,
      left: { elbow: [-66, 70], wrist: [-76, 26], hand: "open", turn: -16 },
      right: { elbow: [70, 60], wrist: [50, -6], hand: "grip", held: mobile, turn: -46 },
      hasLegs: true,
    }),
    158,
    172,
  ),
  workshop,
  henryAt(366, 176, {
    ...figures.call,
    face: "curious",
    left: { elbow: [92, 300], wrist: [104, 352], hand: "flat" },
  }),
  block(236, 254, 260, 90, C.belt),
  block(288, 246, 60, 9, C.cream, 3),
  place(toolbox, 440, 256),
  shape("206,-6! 220,-6! 268,326! 254,326!", C.white),
];

/** Henry holds up one card; she looks at it. */
const choose = [
  kitchen(222, 490),
  place(
    person(curlyWoman, {
      glance: -1,
      tilt: -4,
      left: { elbow: [-64, 92], wrist: [-30, 22], hand: "fist", turn: 16, flip: true },
      right: { elbow: [58, 74], wrist: [48, 126] },
      hasLegs: true,
    }),
    402,
    178,
  ),
  henryAt(90, 180, {
    face: "happy",
    tilt: 3,
    left: figures.wave.left,
    right: {
      elbow: [340, 326],
      wrist: [416, 270],
      hand: "hold",
      held: group(`<g stroke-width="3">${checkedCard}</g>`, "translate(0 -10) scale(1.7)"),
      turn: -44,
    },
  }),
];

/** She says yes to the professional at her open door. */
const agree = [
  kitchen(-14, 196),
  block(250, 18, 220, 320, C.sky) +
    flat("330,96! 336,84 352,84 364,70 384,72 394,84 414,86 420,96!", C.white) +
    shape("250,150! 250,112! 284,84! 322,112! 322,150!", C.wall, 3) +
    shape("250,150! 470,148! 470,326! 250,326!", C.grass) +
    shape("250,320! 300,212! 470,212! 470,330! 250,330!", C.stone, 3),
  place(van, 404, 226),
  place(
    person(greenJacket, {
      glance: -0.9,
      tilt: -3,
      left: { elbow: [-60, 70], wrist: [-34, 108], hand: "fist", turn: 14 },
      right: { elbow: [56, 64], wrist: [56, 100], hand: "grip", held: carriedToolbox(1.4) },
      hasLegs: true,
    }),
    324,
    140,
    0,
    0.8,
  ),
  block(242, 20, 16, 310, C.white) + block(236, 8, 250, 18, C.white),
  shape("452,26! 490,6! 490,340! 452,330!", C.petrol) + dot(464, 180, 5, C.sun, 7, true),
  place(
    person(curlyWoman, {
      glance: 1,
      tilt: 3,
      left: { elbow: [-60, 70], wrist: [-36, 108], hand: "fist", turn: 14 },
      right: { elbow: [74, 78], wrist: [64, 14], hand: "thumb", turn: 6 },
      hasLegs: true,
    }),
    164,
    160,
    0,
    0.9,
  ),
];

export const comicScenes = { "comic-1": tell, "comic-2": choose, "comic-3": agree };
