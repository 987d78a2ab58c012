import { C, dot, group, line, shade, shape, strokes } from "../ink.ts";
import { disc, flake, icicles, repeat, rounded, rules, tube } from "../repair-parts/kit.ts";
import { grayWoman, shortHairedMan } from "./home-looks.ts";
import { person, personHead } from "./home-people.ts";
import { place } from "./objects.ts";
import { block, room } from "./settings.ts";

/** The problem tiles of the home page that show a homeowner. */

/** A shivering woman in a blanket beside a dead radiator, snow outside. */
export const tileHeat = [
  room(C.sky, C.stone, 272),
  block(266, -10, 190, 130, C.white) +
    block(278, -10, 166, 116, C.petrol, 3.4) +
    shape("278,106! 278,84 320,76 360,88 410,72 444,80! 444,106!", C.white, 3) +
    [
      [304, 20],
      [344, 50],
      [392, 24],
      [424, 54],
      [330, -2],
    ]
      .map(([x = 0, y = 0]) => disc(x, y, 6, C.white, 0))
      .join("") +
    line("361,-10! 361,106!|278,40! 444,40!", 4) +
    block(258, 118, 206, 11, C.white, 3.4),
  tube("438,256! 438,290!", 9) +
    [0, 1, 2, 3, 4].map((i) => rounded(268 + i * 37, 148, 34, 112, 14, C.cream)).join("") +
    shade("434,160! 450,160! 450,252! 434,252!") +
    repeat([278, 166, 278, 242], [37, 0], 5, 3, C.metal) +
    block(276, 258, 16, 16, C.metal, 3.4) +
    block(424, 258, 16, 16, C.metal, 3.4),
  icicles(262, "316,26 338,16 374,30 398,18"),
  flake(358, 204, 40, C.ink) + flake(358, 204, 38, C.water),
  block(26, 66, 30, 106, C.white, 3.4) +
    line("41,80! 41,142!", 6, C.mist) +
    line("41,134! 41,146!", 6, C.orange) +
    dot(41, 152, 10, C.orange, 10, true) +
    repeat([48, 84, 53, 84], [0, 12], 5, 2),
  place(
    grayWoman.hair.back +
      shape(
        "-34,-14 -62,4 -84,50 -96,120 -100,170! 100,170! 96,120 84,50 62,4 34,-14 20,4 0,12 -20,4",
        C.orange,
      ) +
      rules(
        "-60,8 -66,168|-26,14 -30,168|60,8 66,168|26,14 30,168|-82,56 82,56|-92,104 92,104",
        4,
        C.sun,
      ) +
      shade("84,50 96,120 100,170! 60,170! 66,90 52,20") +
      line("0,16 -12,60 -6,110 -16,168", 4) +
      personHead(grayWoman, "cold") +
      shape("-30,22 -36,8 -22,0 -10,6 -6,22 -16,30|30,22 36,8 22,0 10,6 6,22 16,30", C.skin, 3.4) +
      shape("-40,34 -30,14 -8,18 0,30 10,18 30,14 40,34 24,48 0,42 -24,48", C.orange),
    156,
    176,
    0,
    1.1,
  ),
  strokes("84,96 84,150 8|72,112 72,140 5|228,90 228,150 -8|240,110 240,138 -5", 5, C.petrol),
];

/** A mouse looks out of its hole in the baseboard, the floor at (0, 0). */
const mouseHole =
  shape("-30,4! -32,-42 -22,-66 0,-74 22,-66 32,-42 30,4!", C.ink) +
  shape("-20,4! -20,-24 -12,-36 0,-38 12,-36 20,-24 20,4!", C.metal, 3) +
  dot(-18, -38, 11, C.coral, 11, true) +
  dot(18, -38, 11, C.coral, 11, true) +
  shape("-18,-18 -10,-32 0,-34 10,-32 18,-18 8,-8 0,-4 -8,-8", C.metal, 3) +
  dot(-8, -22, 3, C.ink) +
  dot(8, -22, 3, C.ink) +
  dot(0, -10, 4.4, C.orange) +
  rules("-12,-10 -26,-12|12,-10 26,-12", 2);

/** A puzzled man before a cracked wall, a mouse hole and a loose door. */
export const tileElse = [
  room(C.wall, C.tan, 268),
  shape(
    "36,-6! 60,-6! 78,40! 64,74! 96,108! 80,142! 112,196! 68,148! 80,114! 42,80! 58,42!",
    C.ink,
    3,
  ) + line("54,78! 28,98! 20,130!|94,108! 116,112! 124,130!|76,42! 100,30!|70,150! 48,170!", 4),
  block(340, 20, 122, 248, C.white) +
    block(352, 32, 98, 236, C.ink) +
    group(
      block(0, 0, 92, 226, C.leaf) +
        block(14, 16, 64, 84, C.leaf, 3) +
        block(14, 122, 64, 86, C.leaf, 3) +
        dot(11, 112, 7, C.sun, 7, true),
      "translate(372 20) rotate(9)",
    ) +
    shape("440,66! 466,74! 460,98! 436,90!|424,226! 452,232! 448,256! 420,250!", C.orange, 3) +
    rules("452,60 462,46|468,66 478,56", 5, C.orange),
  place(
    person(shortHairedMan, {
      mood: "curious",
      glance: 0.9,
      tilt: 5,
      left: { elbow: [-66, 84], wrist: [-32, 112], hand: "fist", turn: 10 },
      right: { elbow: [82, -2], wrist: [52, -66], hand: "flat", turn: -10, flip: true },
    }),
    182,
    176,
    0,
    1.1,
  ),
  place(mouseHole, 298, 276),
];
