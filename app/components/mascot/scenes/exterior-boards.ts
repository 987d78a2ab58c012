import { C, dots, flat, shade, shape, strokes } from "../ink.ts";
import { repeat, rules } from "../repair-parts/kit.ts";
import { toPoints } from "../small-objects.ts";
import { bush, place, windowAt } from "./objects.ts";
import { goggles, henry } from "./people.ts";
import { band, block, lawn, yard } from "./settings.ts";
import { drill, hammer } from "./trade-tools.ts";
import { workingHand } from "./worker.ts";

const picket = (x: number, ground: number, height: number, fill: string = C.white) =>
  shape(
    `${x},${ground}! ${x},${ground - height + 16}! ${x + 14},${ground - height}! ${x + 28},${ground - height + 16}! ${x + 28},${ground}!`,
    fill,
  );

/** Two rails between pickets or posts. */
const rails = (left: number, right: number, top: number, low: number) => {
  const spec = `${left},${top} ${right},${top}|${left},${low} ${right},${low}`;
  return rules(spec, 13) + rules(spec, 5, C.cream);
};

/** Henry nails a new picket to a fence whose other end leans on a rotten post. */
const fencing = [
  yard("dusk", 226),
  place(
    rails(-130, 10, -84, -32) +
      [-126, -88, -50].map((x) => picket(x, -6, 112)).join("") +
      shape("-16,4! -16,-124! 10,-124! 10,4!", C.tan) +
      shape("-16,8! -16,-24! -8,-12! -2,-26! 4,-14! 10,-22! 10,8!", C.orange),
    104,
    254,
    -14,
  ),
  shape("76,262 94,250 120,258 136,264 114,270 88,268", C.bark, 3),
  rails(280, 490, 176, 232),
  [370, 408, 446].map((x) => picket(x, 262, 118)).join(""),
  block(262, 126, 28, 138, C.tan),
  picket(316, 262, 118, C.pale),
  henry(
    192,
    298,
    {
      hip: [0, -84],
      neck: [14, -144],
      tilt: 4,
      nearArm: { elbow: [38, -96], wrist: [84, -88], held: hammer, turn: -6, flip: true },
      farArm: { elbow: [70, -112], wrist: [128, -106], hand: "flat" },
      nearLeg: { knee: [-10, -52], ankle: [-26, -17] },
      farLeg: { knee: [22, -54], ankle: [24, -17] },
    },
    0.95,
  ),
];

/** Lap siding with the shadow below each board, from `top` to `bottom`. */
const lapSiding = (left: number, top: number, right: number, bottom: number) =>
  block(left, top, right - left, bottom - top, C.leaf) +
  `<g opacity=".18">${repeat([left, top + 4, right, top + 4], [0, 26], Math.floor((bottom - top) / 26), 7)}</g>` +
  repeat([left, top, right, top], [0, 26], Math.floor((bottom - top) / 26) + 1, 3.2);

/** Henry nails the next board of siding over the bare wrap of a house. */
const siding = [
  band(0, 320, C.pale),
  repeat([0, 44, 480, 44], [0, 52], 3, 2.4, C.amber) +
    repeat([60, 0, 60, 200], [72, 0], 6, 2.4, C.amber),
  block(-6, -10, 492, 52, C.mist) + rules("0,32 480,32", 3),
  windowAt(372, 62, 62, 84),
  lapSiding(-6, 152, 486, 262),
  block(452, 40, 40, 232, C.white) + shade("474,40! 492,40! 492,272! 474,272!"),
  block(-6, 254, 460, 14, C.stone),
  lawn(268),
  [0, 1, 2]
    .map((row) =>
      shape(
        `${270 + row * 8},${306 - row * 11}! ${470 + row * 4},${306 - row * 11}! ${470 + row * 4},${318 - row * 11}! ${270 + row * 8},${318 - row * 11}!`,
        C.leaf,
        3.4,
      ),
    )
    .join(""),
  shape("148,124! 344,122! 346,154! 148,156!", C.leaf) +
    flat("150,147! 344,145! 344,152! 150,154!", C.green, ".5") +
    dots(toPoints("170,132 214,132 322,131"), 3.4, 3.4),
  strokes("216,118 224,104 0|224,126 238,120 0", 4, C.orange),
  henry(
    106,
    304,
    {
      hip: [0, -84],
      neck: [14, -144],
      tilt: 2,
      gloves: C.sun,
      headgear: goggles,
      nearArm: { elbow: [48, -118], wrist: [96, -152], held: hammer, turn: -20, flip: true },
      farArm: { elbow: [54, -152], wrist: [74, -182], hand: "flat", turn: 20 },
      nearLeg: { knee: [-10, -52], ankle: [-26, -17] },
      farLeg: { knee: [22, -54], ankle: [24, -17] },
    },
    0.95,
  ),
];

/** A board of the deck that runs away from the viewer, `k` boards to the right of the middle. */
const deckBoard = (k: number, fill: string) =>
  shape(
    `${240 + k * 34},106! ${274 + k * 34},106! ${324 + k * 84},330! ${240 + k * 84},330!`,
    fill,
  );

/** Hands screw down the new board of a deck, next to a rotten one. */
const decks = [
  yard("day", 70),
  bush(60, 72, 34) + bush(420, 72, 40, C.green) + bush(200, 70, 26, C.green),
  repeat([22, 34, 22, 100], [33, 0], 14, 12) + repeat([22, 34, 22, 100], [33, 0], 14, 5, C.white),
  block(-6, 20, 492, 16, C.white) + block(-6, 94, 492, 14, C.white),
  [-7, -6, -5, -4, -3, -2, 2, 3, 4, 5, 6, 7].map((k) => deckBoard(k, C.tan)).join(""),
  deckBoard(1, C.tan) + deckBoard(-1, C.belt),
  shape(
    "212,128! 226,122! 234,136! 240,150! 236,176! 242,196! 236,222! 226,232! 214,216! 196,226! 186,206! 198,182! 192,164! 206,152!",
    C.ink,
  ) +
    shape("193,168! 238,168! 238,186! 196,188!", C.tan, 3) +
    strokes("226,118 224,110 1|192,246 184,268 2|220,246 218,266 -1", 4, C.bark),
  deckBoard(0, C.pale) +
    shade("241,108! 250,108! 264,330! 241,330!") +
    dots(toPoints("252,130 268,130 256,172 280,172 262,226"), 4, 3),
  workingHand({
    elbow: [70, 400],
    wrist: [214, 300],
    hand: "flat",
    scale: 1.2,
    gloves: C.amber,
    turn: 20,
  }),
  workingHand({
    elbow: [520, 62],
    wrist: [336, 112],
    held: drill,
    turn: -75,
    scale: 1,
    gloves: C.amber,
  }),
];

export const exteriorBoardScenes = { fencing, siding, decks };
