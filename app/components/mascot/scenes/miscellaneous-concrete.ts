import { C, flat, line, shape, strokes } from "../ink.ts";
import { repeat, rules, tube } from "../repair-parts/kit.ts";
import { truckCab } from "./auto-cars.ts";
import { place, wheel, windowAt } from "./objects.ts";
import { hardHat, henry } from "./people.ts";
import { band, block, lawn, sky } from "./settings.ts";
import { finishingTrowel } from "./trade-tools.ts";
import { facingLeft, worker } from "./worker.ts";

/** A truck with a concrete mixer, nose to the left, its chute down to (276, 206). */
const mixerTruck =
  facingLeft(place(truckCab(C.petrol), -12, 204, 0, 0.92), 48) +
  block(90, 160, 226, 18, C.ink) +
  shape(
    "96,152! 90,118 104,92 152,58 214,34 258,36 292,62 296,92 268,124 208,150 150,158!",
    C.cream,
  ) +
  flat("130,76! 160,54! 186,152! 152,156!|212,36! 250,36! 278,112! 244,134!", C.orange) +
  line("96,152! 90,118 104,92 152,58 214,34 258,36 292,62 296,92 268,124 208,150 150,158!") +
  shape("286,56! 330,40! 326,78! 296,92!", C.metal) +
  block(292, 100, 14, 62, C.petrol, 3.4) +
  shape("296,86! 326,84! 312,120! 292,200! 258,196!", C.metal) +
  [40, 152, 214].map((x) => wheel(x, 184, 28)).join("");

/** From a truck, concrete runs into a form with a grid of rods; Henry trowels the slab smooth. */
const concrete = [
  sky("dusk"),
  lawn(194),
  mixerTruck,
  place(
    [
      shape("130,212! 318,212! 352,300! 84,300!", C.belt),
      shape("138,218! 314,218! 344,292! 94,292!", C.bark, 3),
      rules(
        "176,218 146,292|214,218 202,292|252,218 258,292|286,218 304,292|126,240 322,240|108,266 334,266",
        3.4,
        C.metal,
      ),
      shape("170,218! 314,218! 343,288! 326,290 290,276 250,280 222,262 190,258 172,240!", C.mist),
      strokes("216,256 246,262 3|284,262 320,266 3", 3, C.white),
      shape("264,196! 292,200! 300,226 316,244 280,254 234,250 222,238 254,226!", C.mist, 3),
      shape("84,300! 352,300! 354,314! 82,314!", C.tan),
      facingLeft(
        worker({
          hip: [360, 228],
          neck: [404, 182],
          tilt: 8,
          gloves: C.leaf,
          rubberBoots: C.sun,
          nearArm: { elbow: [430, 216], wrist: [460, 240], held: finishingTrowel, turn: 54 },
          farArm: { elbow: [440, 200], wrist: [448, 222], hand: "flat" },
          nearLeg: { knee: [390, 276], ankle: [336, 286], toes: 80 },
          farLeg: { knee: [424, 234], ankle: [404, 282] },
        }),
        400,
      ),
    ].join(""),
    0,
    -14,
  ),
];

/** A jack on a crib of crossed timbers from the floor of the pit up to the footing at y. */
const crib = (x: number, y: number) =>
  [0, 1, 2]
    .map((row) => {
      const top = 278 - row * 15;
      return row % 2
        ? block(x - 28, top, 56, 15, C.pale, 3.4)
        : block(x - 28, top, 17, 15, C.tan, 3.4) + block(x + 11, top, 17, 15, C.tan, 3.4);
    })
    .join("") +
  block(x - 30, 240, 60, 9, C.metal, 3.4) +
  block(x - 7, y, 14, 232 - y, C.mist, 3) +
  block(x - 13, 222, 26, 19, C.orange, 3.4) +
  block(x - 14, y - 4, 28, 7, C.metal, 3);

/** Planks, walers and struts that hold the bank of the pit. */
const shoring =
  shape("30,118! 490,118! 490,298! 30,298!", C.amber) +
  repeat([56, 120, 56, 296], [26, 0], 17, 2.6, C.belt) +
  block(24, 110, 24, 188, C.amber) +
  block(24, 140, 470, 16, C.tan, 3.4) +
  block(24, 250, 470, 16, C.tan, 3.4);

/** A sunken house stands on jacks and cribbing; from beside it, Henry pumps the next jack. */
const foundationRepair = [
  sky("day"),
  band(128, 320, C.belt),
  flat("0,128! 480,128! 480,138! 0,138!", C.green),
  shape("26,126! 40,190 36,300! 490,300! 490,126!", C.tan),
  flat("26,112! 490,112! 490,140! 26,140!", C.sky),
  shoring,
  shape("-6,296! 120,291! 260,294! 486,292! 486,326! -6,326!", C.metal),
  place(
    block(-6, -150, 340, 152, C.pale) +
      repeat([-4, -116, 320, -116], [0, 26], 5, 2.2, C.tan) +
      windowAt(96, -100, 76, 62) +
      block(-16, -4, 350, 14, C.bark, 3.4) +
      block(0, 10, 340, 72, C.stone) +
      rules(
        "0,46 330,46|130,10 130,46|196,10 196,46|262,10 262,46|98,46 98,82|164,46 164,82|230,46 230,82",
        2.6,
      ) +
      shape("44,8! 62,8! 58,44! 92,42! 88,84! 76,84! 80,56! 46,58!", C.ink, 3) +
      strokes("30,20 34,42 3|98,30 106,42 -3|62,70 66,84 3", 3.4, C.orange) +
      block(-18, 82, 360, 14, C.metal),
    226,
    112,
    -4,
  ),
  crib(252, 210) + crib(344, 204) + crib(436, 198),
  tube("238,234! 154,206!", 5, C.sun),
  henry(
    84,
    298,
    {
      hip: [-4, -78],
      neck: [16, -138],
      tilt: 6,
      gloves: C.leaf,
      headgear: hardHat,
      nearArm: { elbow: [34, -80], wrist: [76, -102], turn: 20 },
      farArm: { elbow: [60, -104], wrist: [92, -110], turn: 20 },
      nearLeg: { knee: [-8, -44], ankle: [-30, -17] },
      farLeg: { knee: [30, -54], ankle: [32, -17] },
    },
    0.95,
  ),
];

export const concreteScenes = { concrete, "foundation-repair": foundationRepair };
