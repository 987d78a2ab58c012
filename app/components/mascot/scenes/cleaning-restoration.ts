import { C, dot, dots, flat, line, shade, shape, strokes } from "../ink.ts";
import type { Point } from "../path.ts";
import { rounded, rules, tube } from "../repair-parts/kit.ts";
import { cleaningOutdoorScenes } from "./cleaning-outdoors.ts";
import { bucket, bush, house, place, sparkle, tree } from "./objects.ts";
import { suitedWorker } from "./people.ts";
import { band, block, room, sky, tiles } from "./settings.ts";
import { facingLeft, worker, workingHand } from "./worker.ts";

/** Foam: white bubbles around the given points, the first ones larger. */
const foam = (centers: readonly Point[], r: number) =>
  centers.map(([x, y], index) => dot(x, y, r - (index % 3) * 2, C.white, undefined, true)).join("");

/** An upright carpet cleaner without its foot, the end of its pole at (0, 0). */
const carpetCleaner =
  tube("0,-40! 0,-150!", 8) +
  line("-15,-152! 15,-152!", 15) +
  rounded(-29, -112, 58, 94, 14, C.orange) +
  shade("12,-108! 26,-104! 26,-22! 12,-22!") +
  rounded(-19, -100, 32, 50, 8, C.sky, 3.4) +
  flat("-16,-76 -6,-79 2,-74 10,-77! 10,-56 4,-53 -10,-53 -16,-56!", C.bark);

/**
 * Henry draws a carpet cleaner backwards: behind its foam lies a bright lane in a stained carpet.
 */
const carpetCleaning = [
  band(0, 150, C.sky),
  block(-6, 138, 492, 14, C.white, 3.4),
  rounded(262, 62, 196, 84, 18, C.petrol) +
    rounded(240, 92, 42, 66, 14, C.petrol) +
    rounded(438, 92, 42, 66, 14, C.petrol) +
    block(280, 112, 160, 42, C.petrol) +
    line("360,70! 360,152!", 3),
  band(152, 320, C.tan) + line("0,152! 480,152!"),
  flat("256,190! 480,190! 480,282! 256,282!", C.cream),
  line("300,190! 480,190!|300,282! 480,282!", 2.4, C.belt),
  strokes(
    "346,202 362,202 0|408,216 424,216 0|446,200 462,200 0|376,236 392,236 0|440,248 456,248 0|400,268 416,268 0",
    1.8,
    C.amber,
  ),
  flat(
    "10,200 30,182 62,186 70,204 44,214 20,212|176,178 206,168 236,176 228,192 192,194|14,290 50,278 86,288 70,304 30,304|196,236 214,228 232,240 216,250",
    C.belt,
  ),
  dots(
    [
      [250, 196],
      [330, 184],
      [344, 192],
      [430, 180],
      [150, 228],
      [158, 240],
    ],
    6,
    4,
    C.belt,
  ),
  foam(
    [
      [326, 268],
      [342, 274],
      [336, 256],
      [354, 264],
      [228, 276],
      [214, 274],
    ],
    11,
  ),
  place(carpetCleaner, 278, 266, -44, 0.9),
  shape("224,276! 226,252 246,238 296,234 324,252 328,276!", C.petrol) +
    line("226,266! 326,266!", 3) +
    dot(286, 268, 13, C.ink) +
    dot(286, 268, 5, C.metal),
  worker({
    hip: [88, 222],
    neck: [112, 166],
    tilt: 8,
    mood: "happy",
    nearArm: { elbow: [126, 214], wrist: [168, 190], turn: 20 },
    farArm: { elbow: [150, 196], wrist: [184, 166], turn: 20 },
    nearLeg: { knee: [68, 256], ankle: [44, 288] },
    farLeg: { knee: [124, 250], ankle: [122, 290] },
  }),
  sparkle(402, 206, 20) + sparkle(448, 240, 13),
];

/** A spray bottle, 110 tall, its spout to the left, standing on (0, 0). */
const sprayBottle = (fill: string) =>
  shape("-24,0! -26,-50 -10,-74! 10,-74! 26,-50 24,0!", fill) +
  shade("10,-74! 26,-50 24,0! 10,0!") +
  block(-9, -84, 18, 12, C.white, 3.4) +
  shape("-40,-104! -34,-112 20,-112 26,-98! 14,-84! -12,-84! -14,-94! -40,-94!", C.orange) +
  line("-18,-92 -26,-82 -22,-72", 6) +
  shape("-20,-44! 20,-44! 20,-18! -20,-18!", C.cream, 2.4);

/** A gloved hand wipes a counter bright beside a caddy of sprays, brushes and a duster. */
const maidService = [
  band(0, 190, C.wall) + tiles(0, 190, 40, C.white),
  band(190, 320, C.stone) + block(-6, 180, 492, 14, C.white),
  flat("130,320! 160,246 230,214 330,204 480,208! 480,320!", C.mist),
  flat("0,226 60,220 92,232 70,244 10,244|50,290 90,282 116,294 84,306", C.tan),
  shape(
    "34,164! 12,156 16,138 0,126 10,108 2,88 20,80 24,62 44,70 62,60 68,80 86,88 76,108 84,126 66,136 66,154 52,164!",
    C.dusk,
  ) + strokes("40,152 30,96 3|46,152 56,94 -3|32,142 18,116 2|54,142 68,114 -2", 2.4),
  line("42,158! 66,216!", 11) + line("42,158! 66,216!", 4, C.belt),
  shape("96,218! 94,110 106,98! 118,98! 128,110 128,218!", C.leaf) +
    block(102, 86, 20, 14, C.white, 3.4),
  place(sprayBottle(C.water), 168, 222, 0, 1.2),
  line("216,210! 250,120!", 12) +
    line("216,210! 250,120!", 5, C.sun) +
    shape("262,84! 292,96! 278,132! 248,120!", C.white, 3.4) +
    rules("270,93 286,99|264,105 282,112|260,116 278,122", 2.4, C.metal) +
    shape("246,76! 262,82! 246,122! 230,116!", C.orange, 3.4),
  shape("34,192! 250,192! 240,264! 46,264!", C.petrol) +
    shade("214,196! 246,196! 238,262! 212,262!") +
    shape("104,192! 180,192! 176,216 108,216!", C.cream, 3.4),
  shape(
    "240,262! 268,228 326,216 386,234 416,266! 384,278 350,270 318,284 286,272 258,282!",
    C.water,
  ) + line("258,270 284,250 308,240|302,274 320,254|396,264 386,250", 2.6),
  workingHand({
    elbow: [496, 148],
    wrist: [374, 232],
    hand: "flat",
    turn: -18,
    flip: true,
    scale: 1.5,
    gloves: C.coral,
  }),
  sparkle(322, 118, 28) + sparkle(382, 76, 16) + sparkle(444, 250, 15),
];

/** A sponge in the coordinates of a hand. */
const sponge = rounded(-44, -50, 88, 44, 10, C.sun, 6);

/** A wall cabinet that burned, its door off one hinge. */
const burntCabinet =
  block(12, -10, 112, 104, C.belt) +
  flat("70,-10! 124,-10! 124,94! 60,94! 74,70 62,40 78,20", C.ink) +
  place(block(0, 0, 50, 88, C.bark) + block(9, 9, 32, 70, C.bark, 3), 66, 2, 16);

/** After a kitchen fire: a worker in a suit washes the soot above a burnt stove off the wall. */
const fireDamageRestoration = [
  room(C.wall, C.stone, 276),
  tiles(20, 256, 32, C.pale),
  flat("20,-8! 66,60 84,120 92,190! 276,190! 300,130 340,80 400,40 420,-8!", C.ink, ".45"),
  flat("74,-8! 92,60 84,110 104,190! 262,190! 286,120 300,70 346,30 352,-8!", C.ink, ".7"),
  burntCabinet,
  shape(
    "250,150! 246,64 262,56 292,66 320,54 350,62 372,56! 380,110 372,154! 340,148 310,158 280,148!",
    C.cream,
    3,
  ) +
    rules(
      "248,84 376,84|247,116 378,116|280,60 280,150|312,58 312,156|344,62 344,150",
      1.8,
      C.pale,
    ),
  block(96, 176, 176, 118, C.deep) +
    block(112, 214, 144, 66, C.ink, 3.4) +
    line("112,198! 256,198!", 3, C.metal) +
    dots(
      [
        [122, 188],
        [148, 188],
        [220, 188],
        [246, 188],
      ],
      6,
      6,
      C.stone,
    ) +
    line("134,226! 158,250! 146,268!|216,222! 232,246!", 2.8, C.metal) +
    flat("96,178! 272,178! 262,196 240,206 214,194 180,212 150,196 120,208 100,196!", C.ink),
  shape("130,176! 136,154! 196,152! 204,176!", C.ink) + line("204,160! 236,152!", 8),
  strokes("262,100 258,76 3|276,136 268,112 3", 5, C.white),
  place(bucket(C.water), 318, 302, 0, 1.2),
  facingLeft(
    suitedWorker({
      gloves: C.water,
      hip: [82, 222],
      neck: [96, 164],
      nearArm: { elbow: [132, 196], wrist: [166, 164], hand: "flat", turn: 30 },
      farArm: { elbow: [134, 172], wrist: [174, 132], held: sponge },
      nearLeg: { knee: [72, 258], ankle: [62, 292] },
      farLeg: { knee: [110, 254], ankle: [112, 292] },
    }),
    240,
  ),
];

/** A squeegee wipes brown grime off a large window: behind it the garden shines. */
const cleaningRestoration = [
  sky("day"),
  dot(404, 96, 28, C.sun),
  band(216, 320, C.grass) + line("0,216 240,213 480,216", 3),
  place(house(C.cream, C.coral), 110, 226, 0, 0.9) + place(tree(34), 20, 236),
  bush(300, 236, 26) + bush(420, 232, 26, C.green),
  flat("0,0! 196,0! 214,60 198,120 214,190 196,250 208,320! 0,320!", C.belt, ".72"),
  flat(
    "20,70 70,50 110,76 90,110 40,108|110,180 150,160 184,186 160,220 120,216|24,200 60,186 90,210 70,244 30,238|130,50 160,40 180,62 150,78",
    C.bark,
    ".7",
  ),
  rules("56,106 56,156|140,216 140,262|164,74 164,116|44,236 44,270", 6, C.bark),
  block(-6, 276, 492, 20, C.white) + block(-6, 292, 492, 34, C.tan),
  block(-6, -6, 22, 290, C.white) + block(-6, -6, 492, 26, C.white),
  shape("204,44! 232,42! 238,262! 210,264!", C.petrol) +
    flat("194,46! 204,44! 210,264! 200,266!", C.ink),
  tube("236,152! 330,166!", 17, C.orange),
  workingHand({ elbow: [486, 292], wrist: [334, 204], turn: 40, scale: 1.7 }),
  strokes("262,116 300,72 0|270,136 320,78 0|404,196 436,156 0", 5, C.white),
  sparkle(330, 66, 20) + sparkle(446, 136, 15),
];

export const cleaningRestorationScenes = {
  "carpet-cleaning": carpetCleaning,
  "maid-service": maidService,
  "fire-damage-restoration": fireDamageRestoration,
  "cleaning-restoration": cleaningRestoration,
  ...cleaningOutdoorScenes,
};
