import { C, dots, flat, group, line, shade, shape, strokes } from "../ink.ts";
import { repeat, rounded, rules } from "../repair-parts/kit.ts";
import { aim } from "./aim.ts";
import { place, windowAt } from "./objects.ts";
import { band, block, room } from "./settings.ts";
import { level } from "./trade-tools.ts";
import { facingLeft, worker, workingHand } from "./worker.ts";

/** A roller on a pole in a hand's coordinates, its far end to the right. */
const rollerOnPole =
  line("-170,-20! 80,-20!", 18) +
  line("-170,-20! 80,-20!", 9, C.amber) +
  line("80,-20! 106,-20! 106,72! 126,72!", 8) +
  rounded(116, -106, 56, 172, 12, C.orange, 6) +
  flat("148,-98! 166,-98! 166,58! 148,58!", C.green);

const paintCan =
  line("-30,-56! -30,-62 0,-92 30,-62 30,-56!", 3) +
  block(-34, -62, 68, 62, C.mist) +
  shade("14,-62! 34,-62! 34,0! 14,0!") +
  shape(
    "-34,-62! 34,-62! 34,-44 26,-40 22,-52 12,-50 10,-26 2,-24 -2,-48 -18,-52 -34,-40!",
    C.green,
    3,
  ) +
  shape("-36,-62 0,-70 36,-62 0,-54", C.leaf, 3.4);

/** Henry rolls fresh green over a pale wall, the window is taped off. */
const painting = [
  room(C.pale, C.tan, 276),
  shape(
    "486,-8! 486,276! 458,274! 456,246! 420,248! 420,256! 384,254! 384,196! 346,198! 346,140! 318,138! 336,110! 234,80! 258,-8!",
    C.leaf,
    3,
  ),
  flat("234,80! 336,110! 372,-6! 258,-6!", C.green, ".5"),
  strokes("400,30 400,230 0|440,20 440,220 0|366,20 366,180 0|332,10 332,110 0", 3, C.white),
  block(24, 74, 96, 112, C.petrol, 3.4) + windowAt(38, 88, 68, 76),
  shape("-8,328! -8,294 90,286 220,292 350,286 488,296! 488,328!", C.mist),
  place(paintCan, 408, 300, 0, 1.1),
  worker({
    hip: [168, 234],
    neck: [176, 174],
    tilt: -10,
    mood: "happy",
    nearArm: { elbow: [196, 232], wrist: [230, 216], turn: 10 },
    farArm: aim({ elbow: [220, 200], wrist: [244, 168], held: rollerOnPole }, -73),
    nearLeg: { knee: [160, 256], ankle: [154, 284] },
    farLeg: { knee: [186, 254], ankle: [194, 282] },
  }),
];

/** A taping knife in a hand's coordinates, its blade to the right. */
const tapingKnife =
  shape("-38,-30! 40,-29! 48,-20! 40,-11! -38,-10! -46,-20", C.orange, 3) +
  shape("44,-27! 60,-30! 74,-78! 100,-78! 100,38! 74,38! 60,-10! 44,-13!", C.metal, 3) +
  flat("90,-76! 98,-76! 98,36! 90,36!", C.white);

/** Two hands spread joint compound over the seam between two sheets of drywall. */
const drywall = [
  band(0, 320, C.coral),
  strokes(
    Array.from({ length: 8 }, (_, i) => `372,${i * 42 + 4} 456,${i * 42 + 12} 9`).join("|"),
    3,
    C.pale,
  ),
  block(340, -8, 36, 340, C.tan) + block(452, -8, 36, 340, C.tan),
  block(-8, -8, 362, 340, C.mist),
  line("172,-8! 172,328!", 3),
  flat("148,-8! 196,-8! 196,328! 148,328!", C.sand),
  shape("120,-8! 224,-8! 222,60 226,128! 118,134! 122,60", C.cream, 3),
  strokes("140,10 138,120 1|206,10 208,116 -1|172,20 172,118 0", 2.4, C.stone),
  dots(
    [
      [40, 60],
      [40, 130],
      [40, 200],
      [300, 60],
      [300, 130],
      [300, 200],
    ],
    9,
    8,
    C.cream,
  ),
  dots(
    [
      [172, 170],
      [172, 230],
      [172, 290],
    ],
    4,
    4,
    C.metal,
  ),
  shape("14,206! 122,206! 110,252! 26,252!", C.metal) + shade("92,206! 122,206! 110,252! 84,252!"),
  shape("10,208! 24,184 46,178 62,190 84,172 108,184 126,208!", C.cream, 3.4),
  workingHand({ elbow: [-30, 372], wrist: [50, 272], hand: "hold", turn: -20, scale: 1.5 }),
  workingHand(aim({ elbow: [452, 356], wrist: [226, 216], held: tapingKnife, scale: 1.5 }, -100)),
];

/** A board of a floor seen from above, 62 high, with its grain. */
const board = (x: number, y: number, right: number, fill: string) =>
  block(x, y, right - x, 62, fill) +
  strokes(
    `${x + 16},${y + 18} ${right - 60},${y + 20} 2|${x + 60},${y + 44} ${right - 14},${y + 42} -2`,
    2.2,
    C.belt,
  );

/** A rubber mallet in a hand's coordinates, its head to the right. */
const mallet =
  shape("-60,-27! 60,-27! 60,-13! -60,-13! -66,-20", C.pale, 3) +
  rounded(56, -64, 44, 88, 8, C.deep, 3) +
  flat("88,-58! 96,-58! 96,18! 88,18!", C.ink);

/** Seen from above: two hands tap the next board of a wood floor into its row. */
const flooring = [
  band(0, 320, C.mist),
  group(
    repeat([-60, 190, 560, 190], [0, 44], 5, 2.4, C.water) +
      repeat([40, 150, 40, 400], [110, 0], 5, 2.4, C.water) +
      board(-80, -62, 200, C.tan) +
      board(200, -62, 560, C.amber) +
      board(-80, 0, 90, C.amber) +
      board(90, 0, 340, C.coral) +
      board(340, 0, 560, C.tan) +
      board(-80, 62, 220, C.tan) +
      board(220, 62, 440, C.amber) +
      board(440, 62, 580, C.coral) +
      board(-80, 124, 2, C.amber) +
      shade("4,128! 276,186! 276,198! 18,198!") +
      board(14, 124, 268, C.tan) +
      block(272, 130, 36, 50, C.pale),
    "rotate(-8 240 160)",
  ),
  strokes("266,110 250,96 0|280,104 274,84 0|297,102 302,82 0", 4, C.orange),
  workingHand({ elbow: [60, 392], wrist: [132, 230], hand: "flat", turn: -6, scale: 1.5 }),
  workingHand(aim({ elbow: [470, 380], wrist: [382, 240], held: mallet, scale: 1.2 }, -98)),
];

/** A level in a hand's coordinates, held at its left end. */
const heldLevel = `<g stroke-width="3.2">${place(level, 105, 0, 0, 1.93)}</g>`;

/** An upper cabinet with two doors. */
const upperCabinet = (x: number) =>
  block(x, 34, 172, 136, C.amber) +
  shade(`${x + 158},36! ${x + 170},36! ${x + 170},168! ${x + 158},168!`) +
  block(x + 10, 46, 70, 112, C.amber, 3) +
  block(x + 86, 46, 70, 112, C.amber, 3) +
  dots(
    [
      [x + 71, 138],
      [x + 95, 138],
    ],
    5,
    5,
  );

/** Henry holds a level to the upper cabinet that a brace carries while he hangs it. */
const cabinets = [
  room(C.water, C.oak, 276),
  rules("0,172 480,172", 2.6, C.petrol),
  upperCabinet(-78) + upperCabinet(108),
  block(120, 184, 14, 118, C.tan, 3) +
    block(100, 172, 54, 12, C.tan, 3) +
    block(88, 298, 78, 14, C.tan, 3),
  facingLeft(
    worker({
      hip: [100, 226],
      neck: [108, 166],
      tilt: -2,
      nearArm: aim({ elbow: [134, 226], wrist: [174, 203], hand: "hold", held: heldLevel }, 0),
      farArm: { elbow: [150, 184], wrist: [182, 156], hand: "flat", turn: -10 },
      nearLeg: { knee: [94, 256], ankle: [84, 284] },
      farLeg: { knee: [116, 254], ankle: [126, 282] },
    }),
    240,
  ),
];

export const finishScenes = { cabinets, drywall, painting, flooring };
