import { C, dots, flat, line, shade, shape, strokes } from "../ink.ts";
import { courses, repeat, rules, tube } from "../repair-parts/kit.ts";
import { toPoints } from "../small-objects.ts";
import { exteriorYardScenes } from "./exterior-yard.ts";
import { bush, drop, ladder, place, windowAt } from "./objects.ts";
import { henry, scatter } from "./outdoor-kit.ts";
import { band, block, lawn, sky, yard } from "./settings.ts";
import { workingHand } from "./worker.ts";

/** A hand or a whole figure with work gloves. */
const gloved = (hand: string) => hand.replaceAll(C.skin, C.leaf);

/** In a hand: a hammer, its head towards x, its face towards -y. */
const hammer =
  shape("-46,-27! 74,-28! 74,-12! -46,-13!", C.belt) +
  shape("66,-52! 58,-58! 58,-78! 98,-78! 98,-58! 90,-52! 90,-4 84,18 68,36! 72,14 66,0!", C.metal);

/** Rows of shingles between a slanted left edge, given by its x at the top and at the bottom, and `right`. */
function shingles(
  top: number,
  rows: number,
  step: number,
  left: number,
  low: number,
  right: number,
) {
  const all: string[] = [];
  for (let row = 0; row < rows; row++) {
    const y = top + row * step;
    const edge = Math.round(left + ((low - left) * (row + 1)) / rows);
    all.push(`${edge},${y + step} ${right},${y + step}`);
    const first = Math.ceil((Math.max(edge, left + ((low - left) * row) / rows) + 14) / 38) * 38;
    for (let x = first + (row % 2) * 19; x < right - 8; x += 38)
      all.push(`${x},${y} ${x - 3},${y + step}`);
  }
  return rules(all.join("|"), 2.6);
}

/** Henry kneels on a roof and nails a shingle over the bare patch. */
const roofing = [
  sky(),
  shape("64,138! 490,138! 490,340! -60,340!", C.brick),
  shingles(138, 7, 27, 64, -54, 490),
  block(382, 56, 62, 110, C.coral) + courses(382, 68, 62, 98, 18, 31),
  block(372, 52, 82, 16, C.stone) + shape("376,150! 450,150! 458,174! 368,174!", C.metal),
  shape("246,165! 340,165! 340,192! 420,192! 420,246! 216,246! 216,219! 246,219!", C.sand),
  rules(
    "249,182 337,182|249,202 416,202|219,226 416,226|296,165 296,182|340,202 340,226",
    2.6,
    C.tan,
  ),
  shape("204,226! 274,226! 270,252! 200,252!", C.orange),
  shape("384,226! 430,214! 442,240! 398,252!", C.orange),
  henry(
    144,
    260,
    {
      hip: [-26, -70],
      neck: [2, -126],
      tilt: 12,
      nearArm: { elbow: [42, -114], wrist: [82, -92], held: hammer, turn: 44, flip: true },
      farArm: { elbow: [56, -70], wrist: [96, -36], hand: "flat" },
      nearLeg: { knee: [2, -14], ankle: [-52, -10], toes: 84 },
      farLeg: { knee: [36, -62], ankle: [34, -16] },
    },
    0.9,
  ),
];

const leafAt = (x: number, y: number, turn: number, fill: string) =>
  place(
    shape("0,-18! 11,-5 7,11 0,18! -7,11 -11,-5", fill, 3) + line("0,-10! 0,14!", 1.8),
    x,
    y,
    turn,
  );

/** "x,y,turn" each, in autumn colors. */
const leaves = (list: string) =>
  scatter(list, ([x = 0, y = 0, turn = 0], index) =>
    leafAt(x, y, turn, [C.amber, C.orange, C.tan, C.sun][index % 4] ?? C.amber),
  );

/** A gloved hand lifts leaves out of a gutter that runs over. */
const gutters = [
  band(0, 60, C.petrol),
  place(
    [
      band(0, 320, C.cream) + repeat([0, 216, 480, 216], [0, 28], 4, 2.2, C.tan),
      band(0, 86, C.petrol) + shingles(-22, 4, 27, -40, -40, 490),
      block(-6, 86, 492, 110, C.white),
      ladder(350, 340, 340, 92, 78),
      shape("-10,140! -10,104 30,92 70,106 110,90 160,96 210,88 250,104! 262,140!", C.bark) +
        shape("390,140! 398,112 430,98 460,106 490,98! 490,140!", C.bark),
      leaves(
        "20,108,40 52,114,-30 84,104,80 112,112,20 146,104,-60 176,112,50 206,102,-20 234,114,70 416,114,40 444,104,-40 470,116,60",
      ),
      shape("-8,126! 488,126! 488,180! -8,180!", C.metal) +
        shade("-8,164! 488,164! 488,180! -8,180!") +
        line("-8,138! 488,138!", 3),
      tube("40,180! 40,206! 24,222! 24,330!", 26, C.metal),
      shape(
        "106,126 116,118! 168,118! 178,126 180,200 166,250 170,330! 112,330! 120,240 104,190",
        C.water,
        3.4,
      ),
      strokes("128,134 128,200 2|152,150 150,240 -2|140,230 138,300 2", 2.6, C.white),
      drop(204, 216, 9, C.water) + drop(88, 236, 8, C.water) + drop(212, 256, 7, C.water),
      gloved(
        workingHand({ elbow: [500, 366], wrist: [344, 128], hand: "open", turn: -4, scale: 1.4 }),
      ),
      leaves("296,78,20 322,96,-30 300,112,70 334,70,60 276,98,10 316,50,-50 282,60,100"),
    ].join(""),
    0,
    22,
  ),
];

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

/** A gable after a storm: boards of siding hang loose or fly off, the house wrap below is bare. */
const siding = [
  band(0, 320, C.mist),
  flat("-10,30 60,-10 200,-20 480,-20! 480,50 430,74 380,46 330,60 280,30 130,40 60,60", C.metal),
  strokes("6,96 80,80 8|20,132 64,124 5|400,40 470,30 6|430,110 476,100 4", 5, C.white),
  lawn(286),
  shape("92,330! 92,122! 270,2! 448,122! 448,330!", C.leaf),
  rules(
    "196,54 344,54|160,78 380,78|126,102 414,102|94,126 446,126|94,150 446,150|94,174 446,174|94,198 446,198|94,222 446,222|94,246 446,246|94,270 446,270|94,294 446,294",
    3.2,
  ),
  shade("92,126! 116,126! 116,330! 92,330!"),
  block(86, 124, 16, 200, C.white, 3.4) + block(438, 124, 16, 200, C.white, 3.4),
  shape("104,126! 268,126! 268,150! 300,150! 300,198! 244,198! 244,222! 104,222!", C.tan),
  shape("104,126! 212,126! 230,150! 218,174! 238,190! 216,222! 104,222!", C.cream, 3) +
    rules("104,160 222,160|150,126 150,222|200,126 200,222", 2.2, C.pale),
  windowAt(340, 152, 64, 76),
  shape("284,152! 300,166! 232,232 150,284 128,268! 210,218", C.leaf) +
    line("290,160! 222,224 142,274", 2.4) +
    dots([[286, 160]], 4.5, 4.5),
  line("212,128! 230,150! 218,174! 238,190! 218,220!", 6, C.orange),
  place(
    shape("-52,-12! 40,-14 58,-26! 62,-6! 42,10 -50,12!", C.leaf) +
      line("-50,0! 40,-2 60,-14", 2.4),
    46,
    196,
    -24,
  ),
  shape("60,134! 270,-8! 480,134! 480,112! 270,-34! 60,112!", C.petrol),
];

/** In a hand: a drill, its handle along x, its bit towards -y. */
const drill =
  shape("-92,-42! -40,-44! -40,4! -92,2!", C.ink) +
  shape("-46,-32! 60,-34! 60,-8! -46,-6!", C.petrol) +
  shape("38,34! 84,34! 90,24 90,-56! 32,-56! 32,24", C.orange) +
  shape("44,-56! 80,-56! 74,-92! 50,-92!", C.ink) +
  shape("57,-92! 67,-92! 65,-146! 59,-146!", C.metal, 3);

/** Hands screw down a new board of a deck, next to a rotten one. */
const decks = [
  yard("day", 92),
  bush(60, 92, 34) + bush(420, 92, 40, C.green),
  block(-6, 92, 492, 234, C.tan),
  repeat([18, 20, 18, 80], [37, 0], 13, 11) + repeat([18, 20, 18, 80], [37, 0], 13, 4, C.cream),
  block(-6, 4, 492, 16, C.cream) + block(-6, 78, 492, 14, C.cream),
  repeat([0, 126, 480, 126], [0, 46], 5, 4),
  shape("-6,218! 490,218! 490,264! -6,264!", C.belt),
  shape(
    "196,218! 470,218! 452,230! 462,238! 430,244! 436,252! 380,264! 250,264! 262,256! 226,250! 236,240! 204,232!",
    C.ink,
  ) +
    block(300, 220, 44, 43, C.tan, 3) +
    strokes("192,232 146,236 1|232,248 172,254 1|462,232 480,230 0", 4, C.orange),
  block(-6, 172, 492, 46, C.pale),
  dots(toPoints("314,138 314,160 86,138 86,160 86,184 86,206 314,206 314,184"), 4, 4),
  workingHand({ elbow: [30, 360], wrist: [136, 226], hand: "flat", scale: 1.3 }),
  workingHand({ elbow: [500, -60], wrist: [386, 66], held: drill, turn: -37, scale: 0.9 }),
];

export const exteriorLandscapingScenes = {
  roofing,
  gutters,
  fencing,
  siding,
  decks,
  ...exteriorYardScenes,
};
