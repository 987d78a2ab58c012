import { C, line, shade, shape, strokes } from "../ink.ts";
import { courses, repeat, rules, tube } from "../repair-parts/kit.ts";
import { exteriorBoardScenes } from "./exterior-boards.ts";
import { exteriorYardScenes } from "./exterior-yard.ts";
import { drop, ladder, place, roofAnchor, rope } from "./objects.ts";
import { scatter } from "./outdoor-kit.ts";
import { goggles, henry } from "./people.ts";
import { band, block, sky } from "./settings.ts";
import { hammer } from "./trade-tools.ts";
import { workingHand } from "./worker.ts";

/**
 * Rows of shingles between a slanted left edge, given by its x at the top and at the bottom, and
 * `right`.
 */
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

/** Henry, in a harness on a rope, nails a shingle over the bare patch of a roof. */
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
  roofAnchor(80, 138),
  rope("80,120", [123, 175]),
  henry(
    144,
    268,
    {
      hip: [-26, -70],
      neck: [2, -126],
      tilt: 12,
      gloves: C.leaf,
      headgear: goggles,
      hasHarness: true,
      nearArm: { elbow: [42, -114], wrist: [82, -92], held: hammer, turn: 44, flip: true },
      farArm: { elbow: [56, -70], wrist: [96, -36], hand: "flat" },
      nearLeg: { knee: [2, -14], ankle: [-52, -10], toes: 84 },
      farLeg: { knee: [36, -62], ankle: [34, -16] },
    },
    0.76,
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
      band(0, 320, C.wall) + repeat([0, 216, 480, 216], [0, 28], 4, 2.2, C.metal),
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
      workingHand({
        elbow: [500, 366],
        wrist: [344, 128],
        hand: "open",
        turn: -4,
        scale: 1.4,
        gloves: C.amber,
      }),
      leaves("296,78,20 322,96,-30 300,112,70 334,70,60 276,98,10 316,50,-50 282,60,100"),
    ].join(""),
    0,
    22,
  ),
];

export const exteriorLandscapingScenes = {
  roofing,
  gutters,
  ...exteriorBoardScenes,
  ...exteriorYardScenes,
};
